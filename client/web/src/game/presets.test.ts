import { expect, test } from 'vitest';
import { presetOf, ruleOf } from './presets';

test.each([
  [{}, 'cuban', 'all', true],
  [{ preset: 'cuban', block_score: 'difference' }, 'cuban', 'difference', true],
  [{ preset: 'international' }, 'international', 'difference', false],
  [
    { preset: 'international', block_score: 'all', doubles_obey_priority: true },
    'international',
    'all',
    true,
  ],
] as const)('%o: what a room says counts, else its preset', (rules, preset, score, doubles) => {
  expect(presetOf(rules)).toBe(preset);
  expect(ruleOf(rules, 'block_score')).toBe(score);
  expect(ruleOf(rules, 'doubles_obey_priority')).toBe(doubles);
});
