import { apiError } from '@sextant/contract';
import { isUnreadable, StreamReader, StreamWriter } from '../../../stream-bytes.ts';

/** A shard that a context has, as its id names it. */
export interface NamedShard {
  readonly index: string;
  readonly uuid: string;
  readonly shard: number;
}

/** What an id says. Only the token opens anything: it cannot be guessed. */
export interface ContextName {
  readonly token: string;
  readonly number: number;
  /** By which an error names each of its shards. */
  readonly numbers: readonly number[];
}

/** Shards have numbers of their own in OpenSearch. */
export function shardNumbers(number: number, shards: number): number[] {
  return Array.from({ length: shards }, (_, i) => number + i);
}

export interface ScrollName extends ContextName {
  /** Of the first shard. */
  readonly node: string;
}

export interface PointInTimeName extends ContextName {
  readonly shards: readonly NamedShard[];
}

const scrollMark = 'include_context_uuid';

/** As OpenSearch writes it. */
export function writeScrollId({ token, numbers }: ContextName, nodeId: string): string {
  const writer = new StreamWriter().text(scrollMark);
  writer.text(numbers.length === 1 ? 'queryAndFetch' : 'queryThenFetch').int(numbers.length);
  for (const number of numbers) writer.text(token).long(number).text(nodeId);
  return writer.int(0).written();
}

/** Reads what any OpenSearch has written: of another one nothing is found here. Throws ApiError illegal_argument_exception. */
export function readScrollId(id: string): ScrollName {
  try {
    const reader = new StreamReader(id);
    const first = reader.text();
    const hasTokens = first === scrollMark;
    if (hasTokens) reader.text();
    const count = reader.int();
    let token = '';
    let node = '';
    const numbers: number[] = [];
    for (let left = count; left > 0; left--) {
      if (hasTokens) token = reader.text();
      numbers.push(reader.long());
      const at = reader.text();
      if (numbers.length === 1) node = at;
    }
    return { token, number: numbers[0] ?? 0, numbers, node };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw apiError('illegal_argument_exception', 'Cannot parse scroll id');
  }
}

const pitMark = 'point_in_time';

export function writePointInTimeId({ token, number, shards }: Omit<PointInTimeName, 'numbers'>): string {
  const writer = new StreamWriter().text(pitMark).text(token).long(number).int(shards.length);
  for (const { index, uuid, shard } of shards) writer.text(index).text(uuid).int(shard);
  return writer.written();
}

/** Throws ApiError illegal_argument_exception. */
export function readPointInTimeId(id: string): PointInTimeName {
  try {
    const reader = new StreamReader(id);
    if (reader.text() !== pitMark) throw new RangeError('no point in time');
    const token = reader.text();
    const number = reader.long();
    const shards: NamedShard[] = [];
    for (let left = reader.int(); left > 0; left--) {
      shards.push({ index: reader.text(), uuid: reader.text(), shard: reader.int() });
    }
    return { token, number, numbers: shardNumbers(number, shards.length), shards };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw apiError('illegal_argument_exception', `invalid id: [${id}]`);
  }
}
