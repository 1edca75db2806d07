import { useEffect, useRef } from 'react';

/** Chords by name: `?`, `/`, `Mod+k`, and two keys one after the other: `g o`. */
export type HotkeyMap = Readonly<Record<string, () => void>>;

export interface KeyStroke {
  readonly key: string;
  readonly mod: boolean;
  readonly alt: boolean;
  /** The focus is where text is typed. */
  readonly typing: boolean;
}

export interface HotkeyState {
  /** The first key of a sequence, or none. */
  readonly pending: string | undefined;
  readonly pendingAtMs: number;
}

const sequenceMs = 1200;
export const noKeys: HotkeyState = { pending: undefined, pendingAtMs: 0 };

/** Which chord a stroke completes, and what the next stroke must remember. */
export function nextChord(
  state: HotkeyState,
  stroke: KeyStroke,
  names: readonly string[],
  nowMs: number,
): { readonly chord: string | undefined; readonly state: HotkeyState } {
  if (stroke.alt) return { chord: undefined, state: noKeys };
  if (stroke.mod) {
    const chord = `Mod+${stroke.key.toLowerCase()}`;
    return { chord: names.includes(chord) ? chord : undefined, state: noKeys };
  }
  if (stroke.typing) return { chord: undefined, state: noKeys };
  if (state.pending !== undefined && nowMs - state.pendingAtMs < sequenceMs) {
    const chord = `${state.pending} ${stroke.key}`;
    if (names.includes(chord)) return { chord, state: noKeys };
  }
  if (names.includes(stroke.key)) return { chord: stroke.key, state: noKeys };
  const opens = names.some((name) => name.startsWith(`${stroke.key} `));
  return { chord: undefined, state: opens ? { pending: stroke.key, pendingAtMs: nowMs } : noKeys };
}

/** Listens on the whole page; chords with letters rest while text is typed or a dialog is open. */
export function useHotkeys(map: HotkeyMap): void {
  const current = useRef(map);
  useEffect(() => {
    current.current = map;
  });
  useEffect(() => {
    let state = noKeys;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const inDialog = document.querySelector('dialog[open]') !== null;
      const stroke: KeyStroke = {
        key: event.key,
        mod: event.ctrlKey || event.metaKey,
        alt: event.altKey,
        typing: inDialog || isTyping(event),
      };
      const next = nextChord(state, stroke, Object.keys(current.current), event.timeStamp);
      state = next.state;
      if (next.chord === undefined) return;
      event.preventDefault();
      current.current[next.chord]?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** The composed path looks into shadow trees, where the editors live. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select');
}
