// @vitest-environment node
import { expect, test } from 'vitest';
import { codeIn, isBuiltIn, reachOf } from './link';

test.each([
  ['7K2MQX4D', '7K2MQX4D'],
  [' 7k2m-qx4d ', '7k2m-qx4d'],
  ['7K2M QX4D', '7K2M QX4D'],
  ['http://192.168.1.20:8765/#7K2MQX4D', '7K2MQX4D'],
  ['Come! https://example.org/longana/#7K2MQX4D see you', '7K2MQX4D'],
  [
    'http://h/#7K2MQX4D.abcDEF_-0123456789abcdefghijklmn',
    '7K2MQX4D.abcDEF_-0123456789abcdefghijklmn',
  ],
])('a code is found in %j', (text, code) => {
  expect(codeIn(text)).toBe(code);
});

test.each(['', '   ', '#', 'abc', 'http://192.168.1.20:8765/', '<b>'])('none in %j', (text) => {
  expect(codeIn(text)).toBeNull();
});

test('chat apps are known, browsers are not taken for them', () => {
  expect(isBuiltIn('Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Chrome/126 Mobile')).toBe(true);
  expect(isBuiltIn('Mozilla/5.0 (iPhone) Mobile/15E148 Instagram 300')).toBe(true);
  expect(isBuiltIn('Mozilla/5.0 (Linux; Android 14) Chrome/126 Mobile Safari/537.36')).toBe(false);
});

test.each([
  ['localhost', 'machine'],
  ['127.0.0.1', 'machine'],
  ['[::1]', 'machine'],
  ['192.168.1.20', 'network'],
  ['172.20.0.1', 'network'],
  ['172.32.0.1', 'anybody'],
  ['[fd12::1]', 'network'],
  ['kitchen.local', 'network'],
  ['raspberrypi', 'network'],
  ['longana.example.org', 'anybody'],
])('%s reaches: %s', (host, reach) => {
  expect(reachOf(host)).toBe(reach);
});
