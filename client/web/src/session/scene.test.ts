// @vitest-environment node
import { expect, test } from 'vitest';
import type { Said } from '../protocol/messages';
import { playingView, ROOM } from '../testing/fakeSession';
import { Scene } from './scene';

const NO: Said = {
  type: 'said',
  person: 2,
  name: 'Beto',
  text: null,
  phrase: 'declines',
  nudge: null,
};
const asked = playingView({
  proposal: { number: 1, what: 'undo', by: 1, waiting: [2], to: 3 },
});

function at(view = asked): Scene {
  const scene = new Scene();
  scene.begin();
  scene.roomCame(ROOM);
  scene.viewCame(view);
  return scene;
}

test('a no is heard with the view in which the question is gone: they are one moment', () => {
  const scene = at();
  scene.said(NO);
  expect(scene.lines.value).toEqual([]);
  scene.viewCame(playingView());
  expect(scene.lines.value).toEqual([NO]);
  scene.viewCame(playingView());
  expect(scene.lines.value).toEqual([NO]);
});

test('all else is heard at once, and a no of yesterday is no answer', () => {
  const scene = at();
  const line = { ...NO, phrase: null, text: 'hm' };
  scene.said(line);
  expect(scene.lines.value).toEqual([line]);
  const quiet = at(playingView());
  quiet.said(NO);
  expect(quiet.lines.value).toEqual([NO]);
});
