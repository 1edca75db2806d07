import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { dictionary, type Json, RawJson } from '@sextant/contract';
import type { BackendResponse, ParamValue } from '../backend/backend.ts';
import { type AnswerTree, checkUnfolded, rawBytes } from '../wire/answer-tree.ts';
import type { Room } from '../wire/byte-sink.ts';
import { compactJson } from '../wire/json-writer.ts';
import { prettyJson } from '../wire/pretty-json.ts';
import { atOnce, type Turns } from '../wire/turns.ts';
import { catHelp, catText, catTree } from './cat-table.ts';
import { cbor } from './cbor-writer.ts';
import { filterPaths } from './filter-path.ts';
import { isGiven, soundJson } from './given-json.ts';
import type { AnswerFormat } from './media-type.ts';
import { yaml } from './yaml-writer.ts';

/** How the caller wants the answer. */
export interface AnswerWish {
  readonly format: AnswerFormat | undefined;
  readonly pretty: boolean;
  /** Of `filter_path`; not applied to errors. */
  readonly filter: readonly string[];
  readonly params: Readonly<Record<string, ParamValue>>;
}

export const noParams: Readonly<Record<string, ParamValue>> = dictionary();
export const plainWish: AnswerWish = { format: undefined, pretty: false, filter: [], params: noParams };

export interface RenderedAnswer {
  readonly contentType?: string;
  readonly body: Buffer | NodeJS.ReadableStream | undefined;
  /** Nobody else has the memory of the bytes. */
  readonly isOwned?: boolean;
}

const jsonType = 'application/json; charset=UTF-8';
const textType = 'text/plain; charset=UTF-8';

/** Below this, compressing costs more than it saves. */
const compressFromBytes = 1024;
/** Above this, compressing leaves the main thread. */
const compressInlineBytes = 16 * 1024;
const gzipAsync = promisify(gzip);

/** Bytes of an answer in the form that was asked for. */
export function renderAnswer(response: BackendResponse, wish: AnswerWish): RenderedAnswer {
  return atOnce(rendering(response, wish));
}

/** As `renderAnswer`; where a long answer takes another shape others have their turn. Rejects as `room`. */
export async function renderInTurns(
  response: BackendResponse,
  wish: AnswerWish,
  room: Room,
): Promise<RenderedAnswer> {
  const own = wish.pretty || wish.filter.length > 0 ? withOwnBytes(response, room) : undefined;
  const work = rendering(own ?? response, wish, room);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (own !== undefined) await new Promise((resume) => setImmediate(resume));
  }
}

/** Of what takes another shape, so much is done at once. */
const copiedFrom = 1 << 20;

/** A long answer whose bytes stay as they are until it is sent; undefined where it is short, or reads what is not to be copied. */
function withOwnBytes(response: BackendResponse, room: Room): BackendResponse | undefined {
  if (response.kind === 'bytes') {
    const { body } = response;
    if (body.length < copiedFrom) return undefined;
    room(body.length);
    return { ...response, body: Buffer.from(body) };
  }
  if (response.kind !== 'json') return undefined;
  const { body } = response;
  if (body instanceof RawJson && body.isOwned) return response;
  const length = rawBytes(body);
  if (length < copiedFrom || isGiven(body)) return undefined;
  room(length);
  // Other bytes may be those of others by the next turn.
  return { ...response, body: new RawJson(compactJson(body, length + copiedFrom), true) as Json };
}

function* rendering(response: BackendResponse, wish: AnswerWish, room?: Room): Turns<RenderedAnswer> {
  switch (response.kind) {
    case 'json':
      return yield* renderTree(response.body, wish, room);
    case 'bytes':
      return yield* renderBytes(response.contentType, response.body, wish, room);
    case 'text':
      return { contentType: textType, body: Buffer.from(response.body) };
    case 'table':
      if (wish.params.help === true)
        return { contentType: textType, body: Buffer.from(catHelp(response.table)) };
      if (wish.format === undefined || wish.format.format === 'text') {
        return { contentType: textType, body: Buffer.from(catText(response.table, wish.params)) };
      }
      return yield* renderTree(catTree(response.table, wish.params), wish, room);
    case 'stream': {
      const { contentType, body } = response;
      return contentType === undefined ? { body } : { contentType, body };
    }
    case 'empty':
      return { body: undefined };
  }
}

function* renderTree(given: AnswerTree, wish: AnswerWish, room?: Room): Turns<RenderedAnswer> {
  const contentType = wish.format?.contentType;
  const format = wish.format?.format;
  const isUnfolded = format === 'yaml' || format === 'cbor';
  const sound = wish.pretty || wish.filter.length > 0 || isUnfolded ? soundJson(given) : given;
  const tree = wish.filter.length === 0 ? sound : yield* filterPaths(sound, wish.filter);
  if (isUnfolded) checkUnfolded(tree);
  switch (format) {
    case 'yaml':
      return { contentType: contentType ?? 'application/yaml', body: yaml(tree) };
    case 'cbor':
      return { contentType: contentType ?? 'application/cbor', body: cbor(tree) };
    default:
      if (!wish.pretty) return { contentType: contentType ?? jsonType, ...plainJson(tree) };
      return { contentType: contentType ?? jsonType, body: yield* prettyJson(tree, room) };
  }
}

/** What was written before goes out as it is. */
function plainJson(tree: AnswerTree): { readonly body: Buffer; readonly isOwned: boolean } {
  if (!(tree instanceof RawJson)) return { body: compactJson(tree), isOwned: true };
  return { body: bufferOf(tree.bytes), isOwned: tree.isOwned };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Ready JSON goes out as it is, unless the caller wants another shape of it. */
function* renderBytes(
  contentType: string,
  bytes: Uint8Array,
  wish: AnswerWish,
  room?: Room,
): Turns<RenderedAnswer> {
  const isJson = contentType.startsWith('application/json');
  const format = wish.format?.format;
  const asIs = !wish.pretty && wish.filter.length === 0 && format !== 'yaml' && format !== 'cbor';
  if (isJson && !asIs) return yield* renderTree(new RawJson(bytes) as Json, wish, room);
  const body = bufferOf(bytes);
  const isPlainJson = contentType === 'application/json' || contentType === jsonType;
  return { contentType: isPlainJson ? (wish.format?.contentType ?? jsonType) : contentType, body };
}

/** The gzipped bytes, or undefined where it does not pay. */
export async function compressed(
  body: Buffer,
  acceptEncoding: string | undefined,
): Promise<Buffer | undefined> {
  if (body.length < compressFromBytes || !acceptsGzip(acceptEncoding)) return undefined;
  return body.length <= compressInlineBytes ? gzipSync(body, { level: 3 }) : gzipAsync(body, { level: 3 });
}

export function acceptsGzip(header: string | undefined): boolean {
  return (
    header !== undefined &&
    /(?:^|,)\s*(?:gzip|x-gzip|\*)\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i.test(header)
  );
}
