import { expect, test } from 'vitest';
import { type HotkeyState, type KeyStroke, nextChord, noKeys } from './hotkeys.ts';

const names = ['?', '/', 'r', 'Mod+k', 'g o', 'g i'];
const stroke = (key: string, more: Partial<KeyStroke> = {}): KeyStroke => ({
  key,
  mod: false,
  alt: false,
  typing: false,
  ...more,
});

function type(strokes: readonly (readonly [KeyStroke, number])[]): readonly (string | undefined)[] {
  let state: HotkeyState = noKeys;
  return strokes.map(([each, atMs]) => {
    const next = nextChord(state, each, names, atMs);
    state = next.state;
    return next.chord;
  });
}

test('two keys one after the other make a jump', () => {
  expect(
    type([
      [stroke('g'), 0],
      [stroke('i'), 500],
    ]),
  ).toEqual([undefined, 'g i']);
});

test('the second key must come soon', () => {
  expect(
    type([
      [stroke('g'), 0],
      [stroke('i'), 5000],
    ]),
  ).toEqual([undefined, undefined]);
});

test('a key that belongs to no sequence keeps its own meaning', () => {
  expect(
    type([
      [stroke('g'), 0],
      [stroke('r'), 100],
      [stroke('i'), 200],
    ]),
  ).toEqual([undefined, 'r', undefined]);
});

test('letters are left alone while text is typed, chords with Ctrl are not', () => {
  expect(type([[stroke('?', { typing: true }), 0]])).toEqual([undefined]);
  expect(type([[stroke('K', { typing: true, mod: true }), 0]])).toEqual(['Mod+k']);
});

test('Ctrl with a letter that is a plain key is the browser’s own', () => {
  expect(type([[stroke('r', { mod: true }), 0]])).toEqual([undefined]);
});
