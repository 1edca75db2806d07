import { ApiError, Double, type Json } from '@sextant/contract';
import { DocumentError } from '../../budget/document-error.ts';
import { dateFormat } from '../../mapping/date/date-format.ts';
import type { DerivedSource } from '../../mapping/derived/derived-definition.ts';
import { DEFAULT_DATE_FORMAT } from '../../mapping/types/date.ts';
import { DerivedScript, EmittedPoint } from '../../script/derived-script.ts';
import { JavaMap } from '../../script/java-map.ts';
import { answerValue, scriptDocument } from '../../script/json-values.ts';
import { readScript, type ScriptSpec } from '../../script/script-spec.ts';
import type { ScriptPlace } from '../../script/search-script.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import { cannotCast, millisOf } from './stored-values.ts';

const encoder = new TextEncoder();

/** The values of a derived field of documents of one shard, as its script makes them. */
export class DerivedValues {
  readonly #script: DerivedScript;
  readonly #source: DerivedSource;
  readonly #path: readonly string[] | null;

  /** Throws ApiError where the script cannot be compiled, or there is nothing that it could read. */
  constructor(source: DerivedSource, place: ScriptPlace & DocumentsOf) {
    if (!place.mapping.source.enabled) throw withoutSource(place.searcher.index);
    this.#source = source;
    this.#path = source.within === null ? null : source.within.split('.');
    this.#script = new DerivedScript(scriptOf(source), place);
  }

  setSegment(segment: SegmentReader): void {
    this.#script.setSegment(segment);
  }

  /** In the order in which they come. Throws DocumentError, and what the budget throws. */
  valuesOf(doc: number): readonly unknown[] {
    const emitted = this.#script.valuesOf(doc);
    return this.#path === null ? emitted : emitted.flatMap((value) => this.#within(value, this.#path ?? []));
  }

  /** As `fields` shows them. */
  shownOf(doc: number): Json[] {
    const { definition, type } = this.#source;
    return this.valuesOf(doc).map((value) => {
      if (type === 'date' && value !== null) return dateText(value, definition.format, this.#path !== null);
      return value instanceof EmittedPoint ? pointJson(value) : answerValue(value);
    });
  }

  /** What stands at a path of an object that is written as a text. */
  #within(emitted: unknown, path: readonly string[]): unknown[] {
    if (emitted === null) return [];
    if (typeof emitted !== 'string') throw cannotCast(emitted, 'String');
    let object: unknown;
    try {
      object = scriptDocument(encoder.encode(emitted));
    } catch (error) {
      if (this.#source.definition.ignoresMalformed === true) return [];
      throw notJson(error);
    }
    let found = object;
    for (const key of path) found = found instanceof JavaMap ? (found.get(key) ?? null) : null;
    return Array.isArray(found) ? found : [found];
  }
}

/** What of a mapping decides whether documents can be read. */
interface DocumentsOf {
  readonly mapping: { readonly source: { readonly enabled: boolean } };
}

function scriptOf({ definition }: DerivedSource): ScriptSpec {
  if (definition.script !== null) return readScript(definition.script);
  throw new ApiError({
    type: 'illegal_argument_exception',
    reason: 'a derived field without a script has no values',
  });
}

function withoutSource(index: string): ApiError {
  const why = `_source is disabled in the mappings for index [${index}]`;
  const reason = `DerivedFieldQuery error: unable to fetch fields from _source field: ${why}`;
  return new ApiError({ type: 'illegal_argument_exception', reason });
}

function notJson(error: unknown): DocumentError {
  const causedBy = {
    type: 'json_parse_exception',
    reason: error instanceof Error ? error.message : '',
  } as const;
  return new DocumentError({ type: 'parse_exception', reason: 'Failed to parse content to map', causedBy });
}

function dateText(value: unknown, format: string | null, isWithin: boolean): string {
  return dateFormat(format ?? DEFAULT_DATE_FORMAT).format(millisOf(value, isWithin));
}

function pointJson({ lat, lon }: EmittedPoint): Json {
  return { lat: new Double(lat), lon: new Double(lon) };
}
