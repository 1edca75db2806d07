import { apiError } from '@sextant/contract';
import { readFieldClause, readOptions } from '../../dsl/field-clause.ts';
import { toBoolean, toInt, toText } from '../../dsl/json-reader.ts';
import { checkRewrite, type PatternNode } from '../../dsl/pattern-options.ts';
import { refusePattern } from '../expensive-queries.ts';
import { normalized, patternField, patternWeight } from '../pattern-query.ts';
import type { QueryType } from '../query-type.ts';
import { literalStart, RegexpAutomaton } from '../regexp/automaton.ts';
import { ALL_FLAGS, FLAGS, parseRegexp } from '../regexp/parse.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

export interface RegexpNode extends PatternNode {
  readonly kind: 'regexp';
  /** `FLAGS` that the syntax has. */
  readonly flags: number;
  readonly maxDeterminizedStates: number;
}

/** The value is an expression in Lucene's syntax that the whole term must match. */
export const regexp: QueryType<RegexpNode> = {
  name: 'regexp',
  ofField: true,
  parse: parseRegexpQuery,
  weight: regexpWeight,
};

const DEFAULT_MAX_LENGTH = 1000;

/** `{"regexp":{"field":"a.*"}}` or with `value`, `flags`, `case_insensitive`, `max_determinized_states`, `rewrite`. */
function parseRegexpQuery(body: unknown): RegexpNode {
  const clause = readFieldClause('regexp', body);
  let value: string | null =
    clause.short === undefined || clause.short === null ? null : toText(clause.short);
  let flags: number = ALL_FLAGS;
  let maxDeterminizedStates = 10_000;
  let caseInsensitive = false;
  const { boost } = readOptions('regexp', clause.options, {
    value: (given) => {
      value = given === null ? null : toText(given);
    },
    flags: (given) => {
      flags = readFlags(toText(given));
    },
    flags_value: (given) => {
      flags = toInt(given);
    },
    max_determinized_states: (given) => {
      maxDeterminizedStates = toInt(given);
    },
    case_insensitive: (given) => {
      caseInsensitive = toBoolean(given);
    },
    rewrite: checkRewrite,
  });
  if (value === null) throw apiError('illegal_argument_exception', 'value cannot be null');
  const { field } = clause;
  return Object.freeze({
    kind: 'regexp',
    field,
    value,
    caseInsensitive,
    flags,
    maxDeterminizedStates,
    boost,
  });
}

const flagNames: ReadonlyMap<string, number> = new Map([
  ...Object.entries(FLAGS),
  ['NONE', 0],
  ['ALL', ALL_FLAGS],
]);

export function readFlags(text: string): number {
  if (text === '') return ALL_FLAGS;
  let flags = 0;
  for (const name of text.split('|')) {
    const flag = flagNames.get(name.toUpperCase());
    if (flag === undefined) {
      throw apiError('illegal_argument_exception', `Unknown regexp flag [${name}]`);
    }
    flags |= flag;
  }
  return flags;
}

function regexpWeight(node: RegexpNode, context: QueryContext, boost: number): Weight {
  checkRegexpLength(node.value, context);
  const field = patternField(node, context);
  if (field === null) return new MatchNoneWeight();
  refusePattern('regexp', field, context);
  const text = field.normalizer === undefined ? node.value : normalized(field, node.value);
  const expression = parseRegexp(text, node.flags, node.caseInsensitive);
  const automaton = new RegexpAutomaton(expression, node.maxDeterminizedStates);
  const matches = (bytes: Uint8Array, start: number, end: number): boolean => {
    return automaton.matches(bytes, start, end);
  };
  const score = Math.fround(boost * field.boost);
  return patternWeight(context, field, literalStart(expression), { matches, cost: 4 }, score, `/${text}/`);
}

export function checkRegexpLength(text: string, { mapping }: Pick<QueryContext, 'mapping'>): void {
  const limit = Number(mapping.flat['index.max_regex_length'] ?? DEFAULT_MAX_LENGTH);
  if (text.length <= limit) return;
  const reason =
    `The length of regex [${text.length}] used in the Regexp Query request has exceeded the allowed maximum of ` +
    `[${limit}]. This maximum can be set by changing the [index.max_regex_length] index level setting.`;
  throw apiError('illegal_argument_exception', reason);
}
