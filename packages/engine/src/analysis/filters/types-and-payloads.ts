import { ApiError } from '@sextant/contract';
import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import type { Token, TokenStage } from '../token-stream.ts';
import { PassingStage } from './passing-stage.ts';

/** Lucene's ClassicFilter: no `'s` behind words with apostrophes, no dots in acronyms. */
class ClassicStage extends PassingStage {
  token(token: Token): void {
    if (token.type === '<APOSTROPHE>') token.term = token.term.replace(/'[sS]$/, '');
    else if (token.type === '<ACRONYM>') token.term = token.term.replaceAll('.', '');
    this.next.token(token);
  }
}

export const classicFilter: TokenFilterType = {
  name: 'classic',
  make: () => ({ open: (next) => new ClassicStage(next) }),
};

const utf8 = new TextEncoder();

class TypePayloadStage extends PassingStage {
  token(token: Token): void {
    token.payload = utf8.encode(token.type);
    this.next.token(token);
  }
}

export const typeAsPayload: TokenFilterType = {
  name: 'type_as_payload',
  make: () => ({ open: (next) => new TypePayloadStage(next), adds: ['payload'] }),
};

/** What stands behind a delimiter is no part of the term. */
class DelimitedStage extends PassingStage {
  readonly #delimiter: string;
  readonly #read: (token: Token, text: string) => void;

  constructor(next: TokenStage, delimiter: string, read: (token: Token, text: string) => void) {
    super(next);
    this.#delimiter = delimiter;
    this.#read = read;
  }

  token(token: Token): void {
    const { term } = token;
    const at = term.indexOf(this.#delimiter);
    if (at >= 0) {
      token.term = term.slice(0, at);
      this.#read(token, term.slice(at + 1));
    }
    this.next.token(token);
  }
}

function numberOf(text: string, pattern: RegExp, reason: string): number {
  if (pattern.test(text.trim())) return Number(text);
  throw new ApiError({ type: 'number_format_exception', reason });
}

function floatOf(text: string): number {
  return numberOf(text, FLOAT, `For input string: "${text}"`);
}

function integerOf(text: string): number {
  return numberOf(text, INTEGER, 'Unable to parse');
}

const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+$/;

function bytesOf(write: (view: DataView) => void): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  write(view);
  return new Uint8Array(view.buffer);
}

/** Payloads by the name of their encoding; any other name means the first, as in OpenSearch. */
const encodings: ReadonlyMap<string, (text: string) => Uint8Array> = new Map([
  ['float', (text: string) => bytesOf((view) => view.setFloat32(0, floatOf(text)))],
  ['int', (text: string) => bytesOf((view) => view.setInt32(0, integerOf(text)))],
  ['identity', (text: string) => utf8.encode(text)],
]);

function delimiterOf(settings: ComponentSettings): string {
  const delimiter = settings.text('delimiter') ?? '|';
  if (delimiter.length === 1) return delimiter;
  throw invalid(`Setting [delimiter] must be a single, non-null character. [${delimiter}] was provided.`);
}

export const delimitedPayload: TokenFilterType = {
  name: 'delimited_payload',
  make: (settings) => {
    const delimiter = (settings.text('delimiter') ?? '|').charAt(0);
    const encode = encodings.get(settings.text('encoding') ?? 'float') ?? encodings.get('float')!;
    const read = (token: Token, text: string): void => {
      token.payload = encode(text);
    };
    return { open: (next) => new DelimitedStage(next, delimiter, read), adds: ['payload'] };
  },
};

/** How often a term may be said to stand at its place. */
const FREQUENCY_MAX = 1_000_000;

function frequencyOf(text: string): number {
  const frequency = integerOf(text);
  if (frequency >= 1 && frequency <= FREQUENCY_MAX) return frequency;
  throw invalid(`Term frequency must be 1 or greater and at most ${FREQUENCY_MAX}; got ${frequency}`);
}

export const delimitedTermFreq: TokenFilterType = {
  name: 'delimited_term_freq',
  make: (settings) => {
    const delimiter = delimiterOf(settings);
    const read = (token: Token, text: string): void => {
      token.termFrequency = frequencyOf(text);
    };
    return { open: (next) => new DelimitedStage(next, delimiter, read) };
  },
};
