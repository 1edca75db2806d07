import { getBit, setBit, wordsFor } from '../../codec/bits.ts';
import { unsignedArray, unsignedWidth } from '../../codec/narrow-array.ts';
import { compareBytes } from '../../segment/global-ordinals.ts';
import type { MadeField } from '../../segment/made-field.ts';
import type { NumericColumn, OrdinalColumn } from '../../segment/segment-reader.ts';
import { UnindexedTerms } from '../../segment/unindexed-terms.ts';
import { growFloat64, growInt32 } from '../values/growable.ts';
import type { Meter } from '../values/meter.ts';
import { NumberedTexts } from '../values/numbered-texts.ts';
import type { ValueTaker } from './script-values.ts';

const encoder = new TextEncoder();

/** Where the values of each document are, once all are known: counted, then put in their places. */
function placesByDoc(docs: Int32Array, length: number, maxDoc: number): Uint32Array {
  const offsets = new Uint32Array(maxDoc + 1);
  for (let i = 0; i < length; i++) offsets[docs[i]! + 1]!++;
  for (let doc = 0; doc < maxDoc; doc++) offsets[doc + 1]! += offsets[doc]!;
  return offsets;
}

function inPlaces(
  docs: Int32Array,
  values: Float64Array,
  length: number,
  offsets: Uint32Array,
): Float64Array<ArrayBuffer> {
  const next = offsets.slice();
  const placed = new Float64Array(length);
  for (let i = 0; i < length; i++) placed[next[docs[i]!]!++] = values[i]!;
  for (let doc = 0; doc + 1 < offsets.length; doc++) {
    const [from, to] = [offsets[doc]!, offsets[doc + 1]!];
    if (to - from > 1) placed.subarray(from, to).sort();
  }
  return placed;
}

function existing(offsets: Uint32Array): { readonly exists: Uint32Array; readonly docCount: number } {
  const maxDoc = offsets.length - 1;
  const exists = new Uint32Array(wordsFor(maxDoc));
  let docCount = 0;
  for (let doc = 0; doc < maxDoc; doc++) {
    if (offsets[doc] === offsets[doc + 1]) continue;
    setBit(exists, doc);
    docCount++;
  }
  return { exists, docCount };
}

const nothing = new Float64Array(0);

/** The values that a script makes for documents of one segment, as they come; a document has all of its own in a row. */
export class MadeValues implements ValueTaker {
  readonly #maxDoc: number;
  readonly #meter: Meter;
  /** Numbers by document as long as each has one at most; then null. */
  #plain: Float64Array | null;
  readonly #exists: Uint32Array;
  #docs = new Int32Array(0);
  #values = new Float64Array(0);
  #length = 0;
  /** Those whose values come. */
  #coming: Int32Array = new Int32Array(0);
  /** null: values are numbers. */
  readonly #texts: NumberedTexts | null;
  /** Each of their characters is a byte. */
  readonly #isLatin: boolean;

  constructor(maxDoc: number, kind: 'numbers' | 'texts' | 'bytes', meter: Meter) {
    this.#maxDoc = maxDoc;
    this.#meter = meter;
    this.#texts = kind === 'numbers' ? null : new NumberedTexts(meter);
    this.#isLatin = kind === 'bytes';
    const isPlain = kind === 'numbers';
    if (isPlain) meter.take(maxDoc * 8 + wordsFor(maxDoc) * 4);
    this.#plain = isPlain ? new Float64Array(maxDoc) : null;
    this.#exists = new Uint32Array(isPlain ? wordsFor(maxDoc) : 0);
  }

  /** The documents whose values come next. */
  begin(docs: Int32Array): void {
    this.#coming = docs;
  }

  addNumbers(values: Float64Array, length: number): void {
    const plain = this.#plain;
    if (plain === null) {
      for (let i = 0; i < length; i++) this.addNumber(i, values[i]!);
      return;
    }
    const docs = this.#coming;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      setBit(this.#exists, doc);
      plain[doc] = values[i]!;
    }
    this.#length += length;
  }

  addNumber(i: number, value: number): void {
    const doc = this.#coming[i]!;
    const plain = this.#plain;
    if (plain === null) this.#append(doc, value);
    else if (getBit(this.#exists, doc)) {
      this.#plain = null;
      this.#length = 0;
      for (let each = 0; each < plain.length; each++)
        if (getBit(this.#exists, each)) this.#append(each, plain[each]!);
      this.#append(doc, value);
    } else {
      setBit(this.#exists, doc);
      plain[doc] = value;
      this.#length++;
    }
  }

  #append(doc: number, value: number): void {
    if (this.#length === this.#docs.length) {
      this.#docs = growInt32(this.#docs, this.#length + 1, 0, this.#meter);
      this.#values = growFloat64(this.#values, this.#length + 1, 0, this.#meter);
    }
    this.#docs[this.#length] = doc;
    this.#values[this.#length++] = value;
  }

  addText(i: number, text: string): void {
    this.addNumber(i, this.#texts!.numberOf(text));
  }

  /** As a field; null where there are none. */
  field(): MadeField | null {
    if (this.#length === 0) return null;
    if (this.#plain === null) this.#meter.take(this.#length * 12 + this.#maxDoc * 4);
    this.#meter.charge(1 + ((this.#length + this.#maxDoc) >>> 7));
    return this.#texts === null ? this.#numbers() : this.#terms(this.#texts);
  }

  #numbers(): MadeField {
    if (this.#plain !== null) return this.#plainNumbers(this.#plain);
    const offsets = placesByDoc(this.#docs, this.#length, this.#maxDoc);
    const data = inPlaces(this.#docs, this.#values, this.#length, offsets);
    const { exists, docCount } = existing(offsets);
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of data) {
      if (value < min) min = value;
      if (value > max) max = value;
    }
    const numeric = column(data, { offsets, present: null, valueCount: this.#length, docCount, min, max });
    return { numeric, ordinals: null, terms: null, exists };
  }

  #plainNumbers(data: Float64Array): MadeField {
    const exists = this.#exists;
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let doc = 0; doc < data.length; doc++) {
      if (!getBit(exists, doc)) continue;
      const value = data[doc]!;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    const present = this.#length === this.#maxDoc ? null : exists;
    const counts = { valueCount: this.#length, docCount: this.#length, min, max };
    return {
      numeric: column(data, { offsets: null, present, ...counts }),
      ordinals: null,
      terms: null,
      exists,
    };
  }

  #bytesOf(text: string): Uint8Array {
    return this.#isLatin ? Uint8Array.from(text, (char) => char.charCodeAt(0)) : encoder.encode(text);
  }

  #terms({ texts }: NumberedTexts): MadeField {
    const terms = texts.map((text, number) => ({ bytes: this.#bytesOf(text), number }));
    terms.sort((a, b) => compareBytes(a.bytes, b.bytes));
    this.#meter.charge(1 + (terms.length >>> 3));
    const ordinals = new Uint32Array(terms.length);
    terms.forEach(({ number }, i) => {
      ordinals[number] = i;
    });
    for (let i = 0; i < this.#length; i++) this.#values[i] = ordinals[this.#values[i]!]!;
    const offsets = placesByDoc(this.#docs, this.#length, this.#maxDoc);
    const all = inPlaces(this.#docs, this.#values, this.#length, offsets);
    const { exists, docCount } = existing(offsets);
    const docFreqs = new Uint32Array(terms.length);
    const distinctOnes = distinct(all, offsets, docFreqs, docCount);
    const reader = UnindexedTerms.of(
      terms.map(({ bytes }) => bytes),
      docFreqs,
      docCount,
    );
    return { numeric: null, ordinals: distinctOnes, terms: reader, exists };
  }
}

function column(
  data: Float64Array,
  known: Pick<NumericColumn, 'offsets' | 'present' | 'valueCount' | 'docCount' | 'min' | 'max'>,
): NumericColumn {
  return { rest: null, base: 0, blockMin: nothing, blockMax: nothing, sorted: null, data, ...known };
}

/** Each term of a document once. */
function distinct(
  all: Float64Array,
  offsets: Uint32Array,
  docFreqs: Uint32Array,
  docCount: number,
): OrdinalColumn {
  const starts = new Uint32Array(offsets.length);
  let kept = 0;
  for (let doc = 0; doc + 1 < offsets.length; doc++) {
    for (let i = offsets[doc]!; i < offsets[doc + 1]!; i++) {
      if (i > offsets[doc]! && all[i] === all[i - 1]) continue;
      docFreqs[all[i]!]!++;
      all[kept++] = all[i]!;
    }
    starts[doc + 1] = kept;
  }
  const width = unsignedWidth(Math.max(0, docFreqs.length - 1));
  if (kept === docCount) return oneEach(all, starts, unsignedArray(width, offsets.length - 1), docCount);
  const data = unsignedArray(width, kept);
  for (let i = 0; i < kept; i++) data[i] = all[i]!;
  return { data, offsets: starts, present: null, valueCount: kept, docCount };
}

/** Where no document has several. */
function oneEach(
  all: Float64Array,
  starts: Uint32Array,
  data: OrdinalColumn['data'],
  docCount: number,
): OrdinalColumn {
  const present = new Uint32Array(wordsFor(data.length));
  for (let doc = 0; doc < data.length; doc++) {
    if (starts[doc] === starts[doc + 1]) continue;
    data[doc] = all[starts[doc]!]!;
    setBit(present, doc);
  }
  return { data, offsets: null, present, valueCount: docCount, docCount };
}
