import type { ValueSink, ValueSource } from './value-source.ts';

/** The values of another source, each changed in place. */
export abstract class ChangedSource implements ValueSource, ValueSink {
  readonly #inner: ValueSource;
  #sink: ValueSink | null = null;

  constructor(inner: ValueSource) {
    this.#inner = inner;
  }

  get multiValued(): boolean {
    return this.#inner.multiValued;
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void {
    this.#sink = sink;
    this.#inner.read(docs, parents, length, this);
  }

  values(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    this.change(values, length, docs, parents);
    this.#sink!.values(docs, parents, values, length);
  }

  protected abstract change(
    values: Float64Array,
    length: number,
    docs: Int32Array,
    parents: Int32Array,
  ): void;
}

/** Ordinals of a segment as those of the shard, `map` null where they are the same; -1 stands for a document without one. */
export class ShardOrdinals extends ChangedSource {
  readonly #map: Uint32Array | null;
  readonly #missing: number;

  constructor(inner: ValueSource, map: Uint32Array | null, missing: number) {
    super(inner);
    this.#map = map;
    this.#missing = missing;
  }

  protected override change(values: Float64Array, length: number): void {
    const map = this.#map;
    const missing = this.#missing;
    if (map === null) {
      for (let i = 0; i < length; i++) if (values[i]! < 0) values[i] = missing;
      return;
    }
    for (let i = 0; i < length; i++) {
      const ordinal = values[i]! | 0;
      values[i] = ordinal < 0 ? missing : map[ordinal]!;
    }
  }
}
