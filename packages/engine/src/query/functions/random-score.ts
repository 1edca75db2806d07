import { apiError } from '@sextant/contract';
import { runThrough } from '../../budget/slices.ts';
import { mix32, murmur3 } from '../../codec/hashes.ts';
import { type JsonObject, parsingError, shallowOptions, toText } from '../../dsl/json-reader.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import { ID, SEQ_NO } from '../../mapping/metadata-fields.ts';
import { requireFielddata } from '../../mapping/require-fielddata.ts';
import { prepareFielddata } from '../../segment/prepare-fielddata.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import { matched } from '../explanation.ts';
import { utf8 } from '../query-tokens.ts';
import type { QueryContext } from '../weight.ts';
import { DocumentValues } from './document-values.ts';
import {
  nameAsArgument,
  type ScoreFunction,
  type SegmentFunction,
  type ShardFunction,
} from './score-function.ts';

/** `{"random_score":{"seed":7,"field":"_seq_no"}}`: OpenSearch's `RandomScoreFunction`. */
export function parseRandomScore(body: JsonObject): ScoreFunction {
  let seed: number | null = null;
  let field: string | null = null;
  for (const { name, value } of shallowOptions(body)) {
    if (name === 'seed') seed = readSeed(value);
    else if (name === 'field') field = toText(value);
    else throw parsingError(`random_score query does not support [${name}]`);
  }
  const own = seed === null ? null : (field ?? '_id');
  return { bind: (context) => bindRandom(seed, own, context) };
}

function readSeed(value: unknown): number {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? hashOfLong(value) : refuseSeed();
  return typeof value === 'string' ? hashOfText(value) : refuseSeed();
}

function refuseSeed(): never {
  throw parsingError('random_score seed must be an int, long or string, not of another type');
}

/** Java's `Long.hashCode`; that of an int is the int. */
function hashOfLong(value: number): number {
  if (value === (value | 0)) return value;
  return (value | 0) ^ Math.floor(value / 2 ** 32);
}

/** Java's `String.hashCode`. */
function hashOfText(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** Without a seed each search has its own, of the time at which it came. */
function bindRandom(seed: number | null, field: string | null, context: QueryContext): ShardFunction {
  const { index, shard } = context.searcher;
  const salt = (hashOfText(index) << 10) | shard;
  const salted = mix32((seed ?? hashOfLong(context.nowMs)) ^ salt);
  const mapped = field === null ? undefined : context.mapping.field(field);
  if (field !== null && mapped === undefined) refuseUnmapped(field, context);
  // The id and the sequence number of a document are looked up.
  if (mapped !== undefined && mapped.name !== ID && mapped.name !== SEQ_NO) {
    requireFielddata(mapped);
    runThrough(prepareFielddata(context.searcher.segments, mapped, context.budget));
  }
  const isDouble = mapped?.fieldType.numbers?.numericType === 'double';
  const of = (segment: SegmentReader): SegmentFunction => {
    const bytesOf = field === null ? null : bytesOfField(segment, field, isDouble);
    const base = context.searcher.docBases[context.searcher.segments.indexOf(segment)]!;
    return (docs, length, _scores, out) => {
      for (let i = 0; i < length; i++) {
        const doc = docs[i]!;
        let hash: number;
        if (bytesOf === null) hash = mix32((base + doc) ^ salted);
        else {
          const bytes = bytesOf(doc);
          hash = bytes === null ? salted : murmur3(bytes, salted);
        }
        out[i] = Math.fround((hash & 0xffffff) / 0x1000000);
      }
    };
  };
  const from = `seed: ${seed ?? hashOfLong(context.nowMs)}, field: ${field}`;
  return {
    of,
    explain: ({ value, name }) => matched(value, `random score function (${from}${nameAsArgument(name)})`),
  };
}

/** An index of which nothing is mapped has no documents that could be asked. */
function refuseUnmapped(field: string, context: QueryContext): void {
  if ([...context.mapping.mappers()].length === 0) return;
  const { index, indexUuid } = context.searcher;
  const where = `Field [${field}] is not mapped on [[${index}/${indexUuid}]]`;
  throw apiError('illegal_argument_exception', `${where} and cannot be used as a source of random numbers.`);
}

/** The value of the field whose text is the least, as Java writes it; null where the document has none. */
function bytesOfField(
  segment: SegmentReader,
  field: string,
  isDouble: boolean,
): (doc: number) => Uint8Array | null {
  if (field === ID) return (doc) => utf8(segment.idOf(doc));
  if (field === SEQ_NO) return (doc) => utf8(String(segment.seqNoOf(doc)));
  const terms = segment.fielddataTerms(field);
  const ordinals = segment.fielddataOrdinals(field);
  if (terms !== null && ordinals !== null) {
    const places = new DocumentValues({ ...ordinals, base: 0 });
    return (doc) => {
      places.seek(doc);
      return places.from < places.to ? terms.term(places.at(places.from)) : null;
    };
  }
  const values = new DocumentValues(segment.numeric(field));
  const textOf = isDouble ? javaDouble : String;
  return (doc) => {
    values.seek(doc);
    let least: string | null = null;
    for (let i = values.from; i < values.to; i++) {
      const text = textOf(values.at(i));
      if (least === null || text < least) least = text;
    }
    return least === null ? null : utf8(least);
  };
}
