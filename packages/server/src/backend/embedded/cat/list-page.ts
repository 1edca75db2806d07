import { apiError } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import type { ShardRange } from './index-tables.ts';

/** What a request says of the page that it wants, as the query gives it. */
export interface PageParams {
  readonly size?: number;
  readonly sort?: string;
  readonly next_token?: string;
}

/** How long pages may be, in rows. */
export interface PageLimits {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

export interface PageWish {
  readonly size: number;
  readonly descending: boolean;
}

/** Where the page before ended: at an index, or at a shard of it. */
interface PageEnd {
  readonly created: number;
  readonly name: string;
  /** 0 where pages end at indices. */
  readonly shard: number;
}

export const indexPages: PageLimits = { least: 1, most: 5000, usual: 500 };
export const shardPages: PageLimits = { least: 2000, most: 20_000, usual: 5000 };

/** Throws ApiError in the order and the words of OpenSearch: size, then sort. */
export function pageWish(params: PageParams, limits: PageLimits): PageWish {
  const { size = limits.usual, sort = 'asc' } = params;
  if (size <= 0) throw apiError('illegal_argument_exception', 'size must be greater than zero');
  if (size < limits.least) {
    throw apiError('illegal_argument_exception', `size should at least be [${limits.least}]`);
  }
  if (size > limits.most) {
    throw apiError('illegal_argument_exception', `size should be less than [${limits.most}]`);
  }
  if (sort !== 'asc' && sort !== 'desc') {
    throw apiError('illegal_argument_exception', 'value of sort can either be asc or desc');
  }
  return { size, descending: sort === 'desc' };
}

/** Reads a token: base64 of `created|name`, or of `shard|created|name`. Throws ApiError for anything else. */
export function readToken(token: string | undefined, kind: 'index' | 'shard'): PageEnd | undefined {
  if (token === undefined) return undefined;
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(token);
  const parts = isBase64 ? Buffer.from(token, 'base64').toString().split('|') : [];
  const shard = kind === 'shard' ? parts.shift() : '0';
  const [created = '', name = '', ...more] = parts;
  const areNumbers = /^\d{1,9}$/.test(shard ?? '') && /^\d{1,15}$/.test(created) && Number(created) > 0;
  if (!areNumbers || name === '' || more.length > 0) {
    const reason =
      'Parameter [next_token] has been tainted and is incorrect. Please provide a valid [next_token].';
    throw apiError('parse_exception', reason);
  }
  return { created: Number(created), name, shard: Number(shard) };
}

function base64(...parts: readonly (string | number)[]): string {
  return Buffer.from(parts.join('|')).toString('base64');
}

/** By the time of creation, then by name. */
function compare(a: IndexMetadata, b: PageEnd): number {
  if (a.creationDate !== b.created) return a.creationDate - b.created;
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

/** Indices from where the page before ended, with the one that it ended at: its other shards may be left. */
function fromEnd(
  indices: readonly IndexMetadata[],
  end: PageEnd | undefined,
  { descending }: PageWish,
): IndexMetadata[] {
  const sign = descending ? -1 : 1;
  return indices
    .filter((index) => end === undefined || sign * compare(index, end) >= 0)
    .sort((a, b) => sign * compare(a, { created: b.creationDate, name: b.name, shard: 0 }));
}

export interface Page<T> {
  readonly rows: readonly T[];
  readonly nextToken: string | null;
}

export function pageOfIndices(
  indices: readonly IndexMetadata[],
  end: PageEnd | undefined,
  wish: PageWish,
): Page<IndexMetadata> {
  const left = fromEnd(indices, end, wish).filter((index) => end === undefined || compare(index, end) !== 0);
  const rows = left.slice(0, wish.size);
  const last = rows.at(-1);
  const ends = last === undefined || rows.length === left.length;
  return { rows, nextToken: ends ? null : base64(last.creationDate, last.name) };
}

/** Copies of one shard stand on one page; more of them than a page holds cannot be asked for. */
export function pageOfShards(
  indices: readonly IndexMetadata[],
  end: PageEnd | undefined,
  wish: PageWish,
): Page<ShardRange> {
  const rows: ShardRange[] = [];
  let room = wish.size;
  let last: string | undefined;
  for (const index of fromEnd(indices, end, wish)) {
    const from = end !== undefined && compare(index, end) === 0 ? end.shard + 1 : 0;
    const copies = 1 + index.numberOfReplicas;
    const to = Math.min(index.numberOfShards, from + Math.floor(room / copies));
    if (to > from) {
      rows.push({ index, from, to });
      room -= (to - from) * copies;
      last = base64(to - 1, index.creationDate, index.name);
    }
    if (to < index.numberOfShards) return { rows, nextToken: last ?? null };
  }
  return { rows, nextToken: null };
}
