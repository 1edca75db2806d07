import { type ApiError, apiError } from '@sextant/contract';
import { javaParseDouble } from '../../mapping/number-coercion.ts';
import type { RawShape } from './query-shape.ts';

/** Lists within each other: a multipolygon has four, collections may hold collections. */
const MOST_DEPTH = 40;
const END = 'END-OF-STREAM';

/** `POLYGON ((30 10, 40 40, 20 40, 30 10))`; whatever follows is overlooked. Throws ApiError. */
export function readWktShape(text: string): RawShape {
  return new WktReader(text).shape(0);
}

function failure(reason: string): ApiError {
  return apiError('parse_exception', reason);
}

class WktReader {
  readonly #words: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#words = text.match(/[^\s(),]+|[(),]/g) ?? [];
  }

  shape(depth: number): RawShape {
    if (depth > MOST_DEPTH) throw failure(`shapes are nested more than [${MOST_DEPTH}] deep`);
    const type = this.#next();
    if (/^[(),]$/.test(type) || type === END) throw failure(`expected word but found: ${type}`);
    const name = type.toLowerCase();
    if (name === 'circle') throw apiError('illegal_argument_exception', `Unknown geometry type: ${name}`);
    if (this.#word.toLowerCase() === 'empty') {
      this.#at++;
      const nothing = name === 'geometrycollection' ? { geometries: [] } : { coordinates: [] };
      return { type, ...nothing, isEmpty: true };
    }
    if (name === 'geometrycollection') {
      return { type, geometries: this.#list((within) => this.shape(within), depth) };
    }
    if (name === 'bbox' || name === 'envelope')
      return { type: 'envelope', coordinates: this.#corners(depth) };
    const coordinates = this.#list((within) => this.#item(within), depth);
    return { type, coordinates: name === 'point' ? coordinates[0] : coordinates };
  }

  get #word(): string {
    return this.#words[this.#at] ?? END;
  }

  #next(): string {
    const word = this.#word;
    this.#at++;
    return word;
  }

  /** `(left, right, top, bottom)` as the two corners that GeoJSON has. */
  #corners(depth: number): readonly (readonly number[])[] {
    const [left, right, top, bottom, ...more] = this.#list(() => this.#number(), depth);
    if (bottom === undefined || more.length > 0) throw failure('an envelope has four sides');
    return [
      [left!, top!],
      [right!, bottom],
    ];
  }

  /** What stands between commas, in brackets. */
  #list<T>(read: (depth: number) => T, depth: number): T[] {
    const open = this.#next();
    if (open !== '(') throw failure(`expected EMPTY or ( but found: ${open}`);
    if (depth > MOST_DEPTH) throw failure(`shapes are nested more than [${MOST_DEPTH}] deep`);
    const found = [read(depth + 1)];
    for (;;) {
      const next = this.#next();
      if (next === ')') return found;
      if (next !== ',') throw failure(`expected , or ) but found: ${next}`);
      found.push(read(depth + 1));
    }
  }

  /** A point, or a list of such. */
  #item(depth: number): unknown {
    if (this.#word === '(') return this.#list((within) => this.#item(within), depth);
    const numbers = [this.#number(), this.#number()];
    if (this.#word !== ',' && this.#word !== ')' && this.#word !== END) numbers.push(this.#number());
    return numbers;
  }

  #number(): number {
    const word = this.#next();
    if (/^[(),]$/.test(word) || word === END) throw failure(`expected number but found: ${word}`);
    const number = javaParseDouble(word);
    if (number === undefined) throw failure(`invalid number found: ${word}`);
    return number;
  }
}
