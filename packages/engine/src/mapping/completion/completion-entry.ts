/** One way to complete what is typed: a term of the field, so that entries that begin alike lie side by side. */
export interface CompletionEntry {
  /** As answers show it. */
  readonly text: string;
  /** What typed texts are held against, from the analyzer. */
  readonly form: Uint8Array;
  /** 0 to 2^31 - 1. */
  readonly weight: number;
  /** Pairs of the number of a context and a value of it. */
  readonly contexts: readonly (readonly [context: number, value: string])[];
}

/** Between the words of a form; texts must not have it. */
export const SEPARATOR = '\u001f';

/** Ends the form; no form has it. */
const END = 0;
const WEIGHT_BYTES = 4;
const LENGTH_BYTES = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The form, 0, the weight and the length of the contexts in 4 bytes each (big-endian), the contexts as JSON, the text. */
export function encodeEntry({ text, form, weight, contexts }: CompletionEntry): Uint8Array {
  const told = contexts.length === 0 ? new Uint8Array(0) : encoder.encode(JSON.stringify(contexts));
  const shown = encoder.encode(text);
  const fixed = form.length + 1;
  const bytes = new Uint8Array(fixed + WEIGHT_BYTES + LENGTH_BYTES + told.length + shown.length);
  const view = new DataView(bytes.buffer);
  bytes.set(form);
  view.setUint32(fixed, weight);
  view.setUint32(fixed + WEIGHT_BYTES, told.length);
  bytes.set(told, fixed + WEIGHT_BYTES + LENGTH_BYTES);
  bytes.set(shown, fixed + WEIGHT_BYTES + LENGTH_BYTES + told.length);
  return bytes;
}

/** The length of the form of the entry in bytes [start, end). */
export function formLength(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== END) at++;
  return at - start;
}

/** The weight of the entry whose form ends before byte `at`. */
export function weightAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at + 1]! << 24) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 8) | bytes[at + 4]!) >>> 0;
}

export function decodeEntry(term: Uint8Array): CompletionEntry {
  const fixed = formLength(term, 0, term.length) + 1;
  const view = new DataView(term.buffer, term.byteOffset, term.byteLength);
  const weight = view.getUint32(fixed);
  const from = fixed + WEIGHT_BYTES + LENGTH_BYTES;
  const to = from + view.getUint32(fixed + WEIGHT_BYTES);
  const contexts = to === from ? [] : (JSON.parse(decoder.decode(term.slice(from, to))) as never);
  return { text: decoder.decode(term.slice(to)), form: term.subarray(0, fixed - 1), weight, contexts };
}

/** The lowest and the highest bytes of entries of one form. */
export function formRange(form: string): readonly [from: Uint8Array, to: Uint8Array] {
  const bytes = encoder.encode(form);
  const from = new Uint8Array(bytes.length + 1);
  from.set(bytes);
  const to = new Uint8Array(bytes.length + 1 + WEIGHT_BYTES).fill(0xff);
  to.set(from);
  return [from, to];
}
