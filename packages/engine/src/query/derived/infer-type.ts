import { ApiError } from '@sextant/contract';
import { endsRequest } from '../../budget/ends-request.ts';
import type { DerivedSource } from '../../mapping/derived/derived-definition.ts';
import { DocumentParser } from '../../mapping/document-parser.ts';
import { ResolveError } from '../../mapping/errors.ts';
import type { ParsedDocument } from '../../mapping/mapped-field.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { documentJson } from '../../script/json-values.ts';
import type { ScriptPlace } from '../../script/search-script.ts';
import { isShown } from '../../segment/is-shown.ts';
import { DerivedValues } from './derived-values.ts';

/** Documents that a search looks at until one has a value. */
export const SAMPLE = 150;
const FIELD = 'field';

const encoder = new TextEncoder();

/** A shard whose documents are asked. */
interface AskedShard extends ScriptPlace {
  readonly mapping: Mapping;
}

/**
 * What a field within a derived object is: what dynamic mapping makes of the first value that is found in documents all over the
 * shard; `most`: so many are looked at. undefined where none has one. Throws ResolveError where the script fails.
 */
export function inferredType(source: DerivedSource, shard: AskedShard, most: number): string | undefined {
  try {
    const value = firstValue(source, shard, most);
    return value === null ? undefined : typeOf(value, shard.mapping);
  } catch (error) {
    if (!(error instanceof ApiError) || endsRequest(error)) throw error;
    throw new ResolveError(error.error, { cause: error });
  }
}

function firstValue(source: DerivedSource, shard: AskedShard, most: number): unknown {
  const { searcher, budget } = shard;
  const all = searcher.segments.reduce((sum, { maxDoc }) => sum + maxDoc, 0);
  if (all === 0) return null;
  const values = new DerivedValues(source, shard);
  const stride = Math.max(1, Math.ceil(all / most));
  for (const segment of searcher.segments) {
    values.setSegment(segment);
    for (let doc = 0; doc < segment.maxDoc; doc += stride) {
      if (!isShown(segment, doc, undefined)) continue;
      budget.charge(2);
      const first = values.valuesOf(doc)[0] ?? null;
      if (first !== null) return first;
    }
  }
  return null;
}

function typeOf(value: unknown, mapping: Mapping): string | undefined {
  const source = encoder.encode(JSON.stringify({ [FIELD]: documentJson(value, 0) }));
  const bare = mapping.withRoot(mapping.root.with(new Map()));
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  const made = new DocumentParser().parse(bare, source, into);
  return made.isObject(FIELD) ? 'object' : made.field(FIELD)?.type;
}
