import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { TokenizerType } from '../component-type.ts';
import type { Tokenizer } from '../token-stream.ts';

interface PathOptions {
  readonly delimiter: string;
  readonly replacement: string;
  readonly skip: number;
}

function sole(settings: ComponentSettings, name: string, otherwise: string): string {
  const text = settings.text(name) ?? otherwise;
  if (text.length === 1) return text;
  throw invalid(`${name} must be a one char value`);
}

/** Each folder with all above it: `/a/b` → `/a`, `/a/b`. The first `skip` ones are left out everywhere. */
function forward({ delimiter, replacement, skip }: PathOptions): Tokenizer {
  return (text, sink) => {
    if (text === '') return 0;
    const shown = text.replaceAll(delimiter, () => replacement);
    let left = skip;
    let start = 0;
    for (let at = 1; at <= text.length; at++) {
      if (at < text.length && text[at] !== delimiter) continue;
      if (left > 0) {
        left--;
        start = at;
      } else {
        sink.term(shown.slice(start, at), start, at, 'word', 1);
      }
    }
    return 0;
  };
}

/** Each part with all behind it: `a.b.c` → `a.b.c`, `b.c`, `c`. The last `skip` ones are left out everywhere. */
function reverse({ delimiter, replacement, skip }: PathOptions): Tokenizer {
  return (text, sink) => {
    const shown = text.replaceAll(delimiter, () => replacement);
    const places = [0];
    for (let at = 0; at < text.length; at++) if (text[at] === delimiter) places.push(at + 1);
    if (places.at(-1)! < text.length) places.push(text.length);
    const last = places.length - 1 - skip;
    for (let i = 0; i < last; i++) {
      sink.term(shown.slice(places[i], places[last]), places[i]!, places[last]!, 'word', 1);
    }
    return 0;
  };
}

function make(settings: ComponentSettings): Tokenizer {
  const bufferSize = settings.integer('buffer_size', 1024);
  const delimiter = sole(settings, 'delimiter', '/');
  const replacement = sole(settings, 'replacement', delimiter);
  const skip = settings.integer('skip', 0);
  if (bufferSize < 0) throw invalid('bufferSize cannot be negative');
  if (skip < 0) throw invalid('skip cannot be negative');
  const options = { delimiter, replacement, skip };
  return settings.flag('reverse', false) ? reverse(options) : forward(options);
}

export const pathHierarchy: TokenizerType = { name: 'path_hierarchy', make };
export const oldPathHierarchy: TokenizerType = { name: 'PathHierarchy', make };
