import { type GeoPoint, latOf, latStepsOf, lonOf, lonStepsOf } from '../../mapping/geo/geo-encoding.ts';
import { readPoint } from '../../mapping/geo/read-point.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import type { SegmentReader, TermsReader } from '../../segment/segment-reader.ts';
import type { ShardContext } from '../aggregator.ts';
import type { SourceSpec } from '../spec-parts.ts';
import { fieldOf, notForAggregation } from './field-values.ts';
import { growFloat64, growInt32 } from './growable.ts';
import { ConstantSource, columnSource, type ValueSink, type ValueSource } from './value-source.ts';

/** Takes points in degrees beside their documents and parent buckets. The arrays are reused after the call. */
export interface PointSink {
  points(docs: Int32Array, parents: Int32Array, points: PointBlock, length: number): void;
}

export interface PointBlock {
  lats: Float64Array<ArrayBuffer>;
  lons: Float64Array<ArrayBuffer>;
}

/** A field of points as an aggregation sees it on one shard. */
export class GeoValues {
  /** null where the shard's index does not map the field. */
  readonly field: MappedField | null;
  /** Stands for documents without a point. */
  readonly #missing: GeoPoint | null;

  /** `type` names the aggregation in the error for a field that holds no points. */
  constructor(type: string, spec: SourceSpec, shard: ShardContext) {
    const field = fieldOf(spec, shard);
    if (field !== null && field.fieldType.name !== 'geo_point') throw notForAggregation(type, field);
    this.field = field;
    this.#missing = spec.missing === null ? null : readPoint(spec.missing, true);
  }

  /** null where the segment has nothing to give. `missing` stands for documents without a point. */
  source(segment: SegmentReader, missing: GeoPoint | null = this.#missing): PointSource | null {
    const name = this.field?.name;
    const column = name === undefined ? null : segment.fielddataOrdinals(name);
    const terms = name === undefined ? null : segment.fielddataTerms(name);
    if (column !== null && terms !== null)
      return new PointSource(columnSource(column, 0, missing === null ? null : MISSING), terms, missing);
    return missing === null ? null : new PointSource(new ConstantSource(MISSING), null, missing);
  }
}

/** In place of the ordinal of a point. */
const MISSING = -1;

/** The points of one segment, read in blocks. Those of a document come in the order of Lucene. */
export class PointSource implements ValueSink {
  readonly #ordinals: ValueSource;
  readonly #terms: TermsReader | null;
  readonly #missing: GeoPoint | null;
  readonly #block: PointBlock = { lats: new Float64Array(128), lons: new Float64Array(128) };
  #sink: PointSink | null = null;

  constructor(ordinals: ValueSource, terms: TermsReader | null, missing: GeoPoint | null) {
    this.#ordinals = ordinals;
    this.#terms = terms;
    this.#missing = missing;
  }

  get multiValued(): boolean {
    return this.#ordinals.multiValued;
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: PointSink): void {
    this.#sink = sink;
    this.#ordinals.read(docs, parents, length, this);
  }

  values(docs: Int32Array, parents: Int32Array, ordinals: Float64Array, length: number): void {
    const block = this.#block;
    block.lats = growFloat64(block.lats, length, 0);
    block.lons = growFloat64(block.lons, length, 0);
    const terms = this.#terms;
    for (let i = 0; i < length; i++) {
      const ordinal = ordinals[i]! | 0;
      if (terms === null || ordinal < 0) {
        block.lats[i] = this.#missing!.lat;
        block.lons[i] = this.#missing!.lon;
      } else {
        const at = terms.offsets[ordinal]!;
        block.lats[i] = latOf(latStepsOf(terms.bytes, at));
        block.lons[i] = lonOf(lonStepsOf(terms.bytes, at));
      }
    }
    this.#sink!.points(docs, parents, block, length);
  }
}

/** A number for each point. */
export class PointNumbers implements ValueSource, PointSink {
  readonly #points: PointSource;
  readonly #numberOf: (lat: number, lon: number) => number;
  #values = new Float64Array(128);
  #docs = new Int32Array(128);
  #parents = new Int32Array(128);
  #sink: ValueSink | null = null;

  /** Points that the function calls NaN are left out. */
  constructor(points: PointSource, numberOf: (lat: number, lon: number) => number) {
    this.#points = points;
    this.#numberOf = numberOf;
  }

  get multiValued(): boolean {
    return this.#points.multiValued;
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void {
    this.#sink = sink;
    this.#points.read(docs, parents, length, this);
  }

  points(docs: Int32Array, parents: Int32Array, { lats, lons }: PointBlock, length: number): void {
    this.#values = growFloat64(this.#values, length, 0);
    this.#docs = growInt32(this.#docs, length, 0);
    this.#parents = growInt32(this.#parents, length, 0);
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const value = this.#numberOf(lats[i]!, lons[i]!);
      this.#values[kept] = value;
      this.#docs[kept] = docs[i]!;
      this.#parents[kept] = parents[i]!;
      kept += Number.isNaN(value) ? 0 : 1;
    }
    if (kept === 0) return;
    if (this.#points.multiValued) sortWithin(this.#docs, this.#parents, this.#values, kept);
    this.#sink!.values(this.#docs, this.#parents, this.#values, kept);
  }
}

/** Brings the values of each document into their order. */
function sortWithin(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
  for (let from = 0; from < length; ) {
    let to = from + 1;
    while (to < length && docs[to] === docs[from] && parents[to] === parents[from]) to++;
    if (to - from > 1) values.subarray(from, to).sort();
    from = to;
  }
}
