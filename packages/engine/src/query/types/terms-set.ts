import { apiError } from '@sextant/contract';
import {
  isObject,
  notSupported,
  parsingError,
  requireBoost,
  requireObject,
  tokenOf,
  toText,
} from '../../dsl/json-reader.ts';
import type { QueryNode, Scalar } from '../../dsl/query-node.ts';
import { membersOf, readAt } from '../../dsl/read-place.ts';
import { requireFielddata } from '../../mapping/require-fielddata.ts';
import { searchScript } from '../../script/make-search-script.ts';
import { readScript, type ScriptSpec } from '../../script/script-spec.ts';
import { searchContexts } from '../../script/search-script.ts';
import { numberTypeOf, rawNumber } from '../../script/values.ts';
import { isShown } from '../../segment/is-shown.ts';
import { CoveringWeight, type MinimumMatches } from '../covering-weight.ts';
import { prepareColumn, shardError } from '../field-support.ts';
import { DocumentValues } from '../functions/document-values.ts';
import { checkClauses } from '../query-limits.ts';
import type { QueryType } from '../query-type.ts';
import { fieldTermWeight } from '../term-query.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';
import { readTerms } from './terms.ts';

interface TermsSetNode extends QueryNode {
  readonly kind: 'terms_set';
  readonly field: string;
  readonly values: readonly Scalar[];
  /** The field that says of each document how many of the terms it must have; null where none was named. */
  readonly minimumField: string | null;
  /** The script that does. */
  readonly script: ScriptSpec | null;
}

/** Documents with so many of the terms as they say themselves. */
export const termsSet: QueryType<TermsSetNode> = {
  name: 'terms_set',
  ofField: true,
  parse: parseTermsSet,
  weight: termsSetWeight,
};

/** `{"terms_set":{"field":{"terms":["a","b"],"minimum_should_match_field":"n"}}}` */
function parseTermsSet(body: unknown): TermsSetNode {
  const [first, second] = Object.entries(requireObject('terms_set', body));
  const unknownToken = (token: string): Error => parsingError(`[terms_set] unknown token [${token}]`);
  if (first === undefined) throw unknownToken('END_OBJECT');
  const [field, options] = first;
  readAt(body as object, field);
  if (!isObject(options)) throw unknownToken(tokenOf(options));
  let values: Scalar[] = [];
  let minimumField: string | null = null;
  let script: ScriptSpec | null = null;
  let boost = 1;
  for (const [name, value] of membersOf(options)) {
    if (value === null) throw parsingError(`[terms_set] unknown token [VALUE_NULL] after [${name}]`);
    if (name === 'terms' && Array.isArray(value)) values = readTerms(value);
    else if (name === 'minimum_should_match_script' && isObject(value)) {
      if (minimumField !== null) throw twice();
      script = readScript(value);
    } else if (isObject(value) || Array.isArray(value)) throw notSupported('terms_set', name);
    else if (name === 'minimum_should_match_field') {
      if (script !== null) throw twice();
      minimumField = toText(value);
    } else if (name === 'boost') boost = requireBoost(value);
    else throw notSupported('terms_set', name);
  }
  if (second !== undefined) throw unknownToken('FIELD_NAME');
  const terms = Object.freeze(values);
  return Object.freeze({ kind: 'terms_set', field, values: terms, minimumField, script, boost });
}

function twice(): Error {
  const reason = 'A field has already been specified. Cannot specify both a field and script';
  return apiError('illegal_argument_exception', reason);
}

function termsSetWeight(node: TermsSetNode, context: QueryContext, boost: number): Weight {
  if (node.values.length === 0) return new MatchNoneWeight('No terms supplied for "terms_set" query.');
  checkClauses(node.values.length);
  const field = context.mapping.field(node.field);
  const clauses = node.values.map((value) => {
    if (field === undefined) return new MatchNoneWeight(`unmapped field [${node.field}]`);
    return fieldTermWeight(field, value, context, boost);
  });
  if (node.script !== null)
    return new CoveringWeight(context, clauses, boost, byScript(node, node.script, context));
  const name = node.minimumField;
  if (name === null) throw apiError('illegal_state_exception', 'No minimum should match has been specified');
  const minimum = context.mapping.field(name);
  if (minimum === undefined) throw shardError(context, `failed to find minimum_should_match field [${name}]`);
  requireFielddata(minimum);
  if (minimum.fieldType.numbers === null) {
    const reason = `[minimum_should_match_field] [${name}] is of type [${minimum.type}], and not a number`;
    throw apiError('illegal_argument_exception', reason);
  }
  prepareColumn(minimum, context);
  return new CoveringWeight(context, clauses, boost, {
    text: `long(${name})`,
    of: (segment) => {
      const values = new DocumentValues(segment.numeric(name));
      return (doc) => {
        values.seek(doc);
        return values.from === values.to ? Number.POSITIVE_INFINITY : Math.trunc(values.at(values.from));
      };
    },
  });
}

/** A script is told how many terms there are. */
function byScript(node: TermsSetNode, script: ScriptSpec, context: QueryContext): MinimumMatches {
  const { mapping, searcher, budget, nestedPath } = context;
  const params = { ...script.params, num_terms: node.values.length };
  const place = { mapping, searcher, budget };
  const minimum = searchScript({ ...script, params }, searchContexts.termsSet, place);
  return {
    text: `script(${script.source})`,
    of: (segment) => {
      return (doc) => {
        // Of what is deleted, or hidden from the caller, nothing is told: also not by a script that fails.
        if (!isShown(segment, doc, nestedPath)) return Number.POSITIVE_INFINITY;
        minimum.setSegment(segment);
        const answer = minimum.run(doc);
        // It says nothing of this document, as a field does that has no value.
        if (numberTypeOf(answer) === null) return Number.POSITIVE_INFINITY;
        return Math.trunc(Number(rawNumber(answer))) || 0;
      };
    },
  };
}
