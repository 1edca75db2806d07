import { Double, Float, isBoxedDouble, Long, RawJson } from '@sextant/contract';
import type { AnswerTree } from './answer-tree.ts';
import { doubleText, floatText } from './number-text.ts';

/** Bytes of a tree in compact JSON. Stored documents are copied as they are. `expected`: so many bytes it may be. */
export function compactJson(tree: AnswerTree, expected = 0): Buffer {
  const writer = new CompactWriter(expected);
  writer.write(tree);
  return writer.finish();
}

/** A scalar as JSON; undefined for lists and objects. */
export function scalarJson(tree: AnswerTree): string | undefined {
  switch (typeof tree) {
    case 'string':
      return JSON.stringify(tree);
    case 'number':
      return Number.isFinite(tree) ? String(tree) : `"${tree}"`;
    case 'boolean':
      return tree ? 'true' : 'false';
    default:
      if (tree === null) return 'null';
      if (isBoxedDouble(tree)) return doubleText(tree.valueOf());
      if (tree instanceof Double) return quoteUnlessFinite(tree.value, doubleText(tree.value));
      if (tree instanceof Float) return quoteUnlessFinite(tree.value, floatText(tree.value));
      if (tree instanceof Long) return tree.digits;
      return undefined;
  }
}

function quoteUnlessFinite(value: number, text: string): string {
  return Number.isFinite(value) ? text : `"${text}"`;
}

const noBytes: Buffer = Buffer.alloc(0);

/** Names of members as they are written; the most frequent are the same in every answer. */
const MAX_NAMES = 2000;
const names = new Map<string, string>();

function nameText(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(name)}:`;
  if (name.length > 64) return text;
  if (names.size >= MAX_NAMES) names.clear();
  names.set(name, text);
  return text;
}

/** Answers up to this length are written here, and copied when it is known how long they are. */
const sharedBytes = 64 * 1024;
let shared: Buffer | undefined;

/** A longer text becomes bytes: those that are put together have no end, and a text may have 2^29 characters at most. */
const TEXT_MAX = 1 << 20;

/** Texts are put together until bytes come between. */
class CompactWriter {
  private text = '';
  private bytes: Buffer = noBytes;
  private length = 0;
  private readonly expected: number;

  constructor(expected: number) {
    this.expected = expected;
  }

  write(tree: AnswerTree): void {
    if (tree instanceof RawJson) {
      this.raw(tree.bytes);
      return;
    }
    const scalar = scalarJson(tree);
    if (scalar !== undefined) this.text += scalar;
    else if (Array.isArray(tree)) this.list(tree as readonly AnswerTree[]);
    else if (tree instanceof Map) this.map(tree as ReadonlyMap<string, AnswerTree>);
    else this.object(tree as Readonly<Record<string, AnswerTree | undefined>>);
  }

  finish(): Buffer {
    if (this.length === 0) return Buffer.from(this.text);
    this.flush();
    const answer = this.bytes.subarray(0, this.length);
    return this.bytes === shared ? Buffer.from(answer) : answer;
  }

  private list(items: readonly AnswerTree[]): void {
    this.text += '[';
    for (let i = 0; i < items.length; i++) {
      if (i > 0) this.text += ',';
      this.write(items[i]!);
      if (this.text.length > TEXT_MAX) this.flush();
    }
    this.text += ']';
  }

  private object(members: Readonly<Record<string, AnswerTree | undefined>>): void {
    let mark = '{';
    for (const key in members) {
      const value = members[key];
      // Most members of a hit are not there: asked first.
      if (value === undefined || !Object.hasOwn(members, key)) continue;
      this.text += mark + nameText(key);
      this.write(value);
      if (this.text.length > TEXT_MAX) this.flush();
      mark = ',';
    }
    this.text += mark === '{' ? '{}' : '}';
  }

  private map(members: ReadonlyMap<string, AnswerTree>): void {
    let mark = '{';
    for (const [key, value] of members) {
      this.text += mark + nameText(key);
      this.write(value);
      if (this.text.length > TEXT_MAX) this.flush();
      mark = ',';
    }
    this.text += mark === '{' ? '{}' : '}';
  }

  private raw(bytes: Uint8Array): void {
    this.flush();
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  private flush(): void {
    if (this.text === '') return;
    this.reserve(this.text.length * 3);
    this.length += this.bytes.write(this.text, this.length);
    this.text = '';
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const needed = this.length + more;
    if (needed <= sharedBytes && this.expected <= sharedBytes) {
      shared ??= Buffer.allocUnsafeSlow(sharedBytes);
      this.bytes = shared;
      return;
    }
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, needed, this.expected));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}
