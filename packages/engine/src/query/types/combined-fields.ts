import { apiError } from '@sextant/contract';
import { type JsonObject, requireBoost, toFloat, toText, toTextList } from '../../dsl/json-reader.ts';
import { nameField, readFields, required, textField } from '../../dsl/object-parser.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { readOperator } from '../../dsl/text-options.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { BoolWeight } from '../bool-weight.ts';
import {
  CombinedFieldsWeight,
  CombinedFilterWeight,
  checkNorms,
  combinedStatistics,
  type WeightedField,
} from '../combined-fields-weight.ts';
import { minimumShouldMatch } from '../minimum-should-match.ts';
import { checkClauses } from '../query-limits.ts';
import { queryTokens } from '../query-tokens.ts';
import type { QueryType } from '../query-type.ts';
import { distinct } from '../text-query.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';
import { areStacked, type FieldWords, stackedWeight } from '../word-clauses.ts';

interface CombinedFieldsNode extends QueryNode {
  readonly kind: 'combined_fields';
  readonly text: string;
  /** Patterns with what an occurrence counts. */
  readonly fields: readonly { readonly pattern: string; readonly boost: number }[];
  readonly operator: 'or' | 'and';
  readonly minimumShouldMatch: string | null;
}

/** A text in several fields as if they were one, by the BM25F of Lucene's `CombinedFieldQuery`. */
export const combinedFields: QueryType<CombinedFieldsNode> = {
  name: 'combined_fields',
  ofField: false,
  named: 'by-text',
  parse: parseCombinedFields,
  weight: combinedFieldsWeight,
};

/** `{"combined_fields":{"query":"some words","fields":["title^2","body"],"operator":"and"}}` */
function parseCombinedFields(body: JsonObject): CombinedFieldsNode {
  let text = '';
  let fields: CombinedFieldsNode['fields'] = [];
  let operator: 'or' | 'and' = 'or';
  let minimumWanted: string | null = null;
  let boost = 1;
  readFields('combined_fields', body, {
    query: textField((value) => {
      text = value;
    }),
    fields: {
      tokens: ['START_ARRAY', 'VALUE_STRING'],
      read: (value) => {
        fields = readFieldsAndWeights(toTextList(value));
      },
    },
    operator: textField((value) => {
      operator = readOperator(value);
    }),
    minimum_should_match: {
      tokens: ['VALUE_STRING', 'VALUE_NUMBER', 'VALUE_BOOLEAN', 'VALUE_NULL'],
      read: (value) => {
        minimumWanted = value === null ? null : toText(value);
      },
    },
    boost: {
      tokens: ['VALUE_NUMBER', 'VALUE_STRING'],
      read: (value) => {
        boost = requireBoost(toFloat(value));
      },
    },
    _name: nameField,
  });
  required(body, ['query']);
  const given = { text, fields: Object.freeze(fields), operator, minimumShouldMatch: minimumWanted, boost };
  return Object.freeze({ kind: 'combined_fields', ...given });
}

/** Of a pattern that is named twice the last weight counts that is written. */
function readFieldsAndWeights(texts: readonly string[]): CombinedFieldsNode['fields'] {
  const weights = new Map<string, number>();
  for (const text of texts) {
    const at = text.indexOf('^');
    if (at >= 0) weights.set(text.slice(0, at), toFloat(text.slice(at + 1)));
    else if (!weights.has(text)) weights.set(text, 1);
  }
  return [...weights].map(([pattern, boost]) => ({ pattern, boost }));
}

function illegal(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}

/** Texts alone, which are analyzed alike. */
function checkFields(fields: readonly MappedField[]): void {
  for (const field of fields) {
    if (field.storage === 'text' && field.derived === undefined) continue;
    throw illegal(`Field [${field.name}] of type [${field.type}] does not support [combined_fields] queries`);
  }
  if (new Set(fields.map(({ searchAnalyzer, analyzer }) => searchAnalyzer ?? analyzer)).size > 1)
    throw illegal('All fields in [combined_fields] query must have the same search analyzer');
}

function fieldsOf(node: CombinedFieldsNode, { mapping }: QueryContext): Map<MappedField, number> {
  const found = new Map<MappedField, number>();
  for (const { pattern, boost } of node.fields) {
    const isPattern = pattern.includes('*');
    for (const field of isPattern ? mapping.matching(pattern) : [mapping.field(pattern)]) {
      if (field === undefined || (isPattern && !field.indexed)) continue;
      const target = mapping.field(field.name)!;
      found.set(target, Math.fround(boost * (found.get(target) ?? 1)));
    }
  }
  return found;
}

function combinedFieldsWeight(node: CombinedFieldsNode, context: QueryContext, boost: number): Weight {
  const found = fieldsOf(node, context);
  const [first] = found.keys();
  if (first === undefined) {
    const names = node.fields.map(({ pattern }) => pattern);
    return new MatchNoneWeight(`unmapped fields [${names.join(', ')}]`);
  }
  checkFields([...found.keys()]);
  const tokens = queryTokens((first.searchAnalyzer ?? first.analyzer)!, node.text);
  if (tokens.length === 0) return new MatchNoneWeight('Matching no documents because no terms present');
  checkClauses(tokens.length);
  const fields = [...found]
    .map(([{ name }, weight]): WeightedField => ({ name, weight }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (fields.some(({ weight }) => weight < 1)) throw illegal('weight must be greater or equal to 1');
  checkNorms(context, fields);
  if (areStacked(tokens)) {
    return stackedWeight(context, tokens, combinedWords(context, fields, boost, node.operator), node);
  }
  // Of words that must all be there none is optional.
  const optional = node.operator === 'or' ? tokens.length : 0;
  const minimum =
    node.minimumShouldMatch === null ? 0 : minimumShouldMatch(optional, node.minimumShouldMatch);
  if (minimum > optional) return new MatchNoneWeight();
  const make = wordMaker(context, fields);
  const clauses = minimum > 1 ? tokens.map((token) => ({ token, times: 1 })) : distinct(tokens);
  const words = clauses.map(({ token, times }) => make(token.term, Math.fround(boost * times)));
  context.limits?.leaves(words.length * fields.length - 1);
  if (words.length === 1) return words[0]!;
  if (node.operator === 'and') return new BoolWeight(context, { ...NONE, must: words, minimum: 0 });
  return new BoolWeight(context, { ...NONE, should: words, minimum });
}

const NONE = { must: [], filter: [], should: [], mustNot: [] };

/** Terms that stand for each other are clauses by themselves, which must all be there where all words must. */
function combinedWords(
  context: QueryContext,
  fields: readonly WeightedField[],
  boost: number,
  operator: 'or' | 'and',
): FieldWords {
  const make = wordMaker(context, fields);
  return {
    word: (term, times) => make(term, Math.fround(boost * times)),
    anyOf: (terms, times) => {
      const words = terms.map((term) => make(term, Math.fround(boost * times)));
      const parts = operator === 'and' ? { ...NONE, must: words } : { ...NONE, should: words };
      return new BoolWeight(context, { ...parts, minimum: 0 });
    },
  };
}

/** Makes the weight of a word in the fields; where nobody wants scores, of any of its terms. */
function wordMaker(
  context: QueryContext,
  fields: readonly WeightedField[],
): (term: Uint8Array, boost: number) => Weight {
  if (context.needsScores !== false) {
    const statistics = combinedStatistics(context, fields);
    return (term, boost) => new CombinedFieldsWeight(context, fields, term, statistics, boost);
  }
  return (term) => new CombinedFilterWeight(context, fields, term);
}
