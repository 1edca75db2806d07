import {
  type ApiError,
  apiError,
  Double,
  Float,
  isObject,
  type Json,
  type JsonMap,
  Long,
  RawJson,
} from '@sextant/contract';

/**
 * What the writers write: the tree of the contract, and maps where the order of number-like keys must be kept
 * (which a plain object cannot).
 */
export type AnswerTree = Json | AnswerMap | readonly AnswerTree[];
type AnswerMap = ReadonlyMap<string, AnswerTree>;

const decoder = new TextDecoder();

/** Members of an object in order, without those left out; undefined for what is not an object. */
export function membersOf(tree: AnswerTree): [string, AnswerTree][] | undefined {
  if (tree instanceof Map) return [...(tree as AnswerMap)];
  if (!isObject(tree) || isLeaf(tree)) return undefined;
  return Object.entries(tree as JsonMap).filter((entry): entry is [string, Json] => entry[1] !== undefined);
}

function isLeaf(tree: object): boolean {
  return tree instanceof Double || tree instanceof Float || tree instanceof Long || tree instanceof RawJson;
}

/** The values of more bytes would take gigabytes, and keep the thread for seconds. */
const UNFOLDED_MAX = 8 << 20;

/** Throws ApiError where all that is written already in an answer is too much to be unfolded. */
export function checkUnfolded(tree: AnswerTree): void {
  const length = rawBytes(tree);
  if (length <= UNFOLDED_MAX) return;
  const sizes = `[${length}b], which is larger than the limit of [${UNFOLDED_MAX}b]`;
  const reason = `Data too large, data for [<values of an answer>] would be ${sizes}`;
  const details = { bytes_wanted: length, bytes_limit: UNFOLDED_MAX, durability: 'PERMANENT' };
  throw apiError('circuit_breaking_exception', reason, details);
}

/** How much of an answer is written already. */
export function rawBytes(tree: AnswerTree): number {
  if (tree instanceof RawJson) return tree.bytes.length;
  if (Array.isArray(tree))
    return (tree as readonly AnswerTree[]).reduce<number>((sum, item) => sum + rawBytes(item), 0);
  return (membersOf(tree) ?? []).reduce((sum, [, value]) => sum + rawBytes(value), 0);
}

/** Replaces a stored document by its parsed form. Throws ApiError where the JSON ends too early, as that of a template may. */
export function unfold(tree: AnswerTree): AnswerTree {
  return tree instanceof RawJson ? new RawReader(decoder.decode(tree.bytes)).value() : tree;
}

/** What is wrong with JSON of which there is not all. */
export function endsEarly(): ApiError {
  return apiError('json_e_o_f_exception', 'Unexpected end-of-input: expected close marker', { status: 400 });
}

/** Reads valid JSON without losing digits of numbers or the order of keys. */
class RawReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  value(): AnswerTree {
    this.space();
    const first = this.text[this.at];
    if (first === '{') return this.object();
    if (first === '[') return this.array();
    if (first === '"') return this.string();
    const start = this.at;
    while (this.at < this.text.length && !',]} \n\r\t'.includes(this.text[this.at]!)) this.at++;
    const word = this.text.slice(start, this.at);
    if (word === '') throw endsEarly();
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    return /[.eE]/.test(word) ? new Double(Number(word)) : new Long(word);
  }

  private object(): AnswerTree {
    const map = new Map<string, AnswerTree>();
    this.at++;
    this.space();
    while (this.text[this.at] !== '}') {
      const key = this.string();
      this.space();
      this.at++;
      map.set(key, this.value());
      this.separator();
    }
    this.at++;
    return map;
  }

  private array(): AnswerTree {
    const list: AnswerTree[] = [];
    this.at++;
    this.space();
    while (this.text[this.at] !== ']') {
      list.push(this.value());
      this.separator();
    }
    this.at++;
    return list;
  }

  private separator(): void {
    this.space();
    if (this.text[this.at] !== ',') return;
    this.at++;
    this.space();
  }

  private string(): string {
    const start = this.at++;
    while (this.at < this.text.length && this.text[this.at] !== '"')
      this.at += this.text[this.at] === '\\' ? 2 : 1;
    if (this.at++ >= this.text.length || this.text[start] !== '"') throw endsEarly();
    return JSON.parse(this.text.slice(start, this.at)) as string;
  }

  private space(): void {
    while (' \n\r\t'.includes(this.text[this.at] ?? 'x')) this.at++;
  }
}
