import { isObject, parsingError, requireBoost, requireObject, tokenOf } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf, readAt } from '../../dsl/read-place.ts';
import { sourceOf } from '../intervals/build-source.ts';
import { type IntervalRule, readRule } from '../intervals/interval-rule.ts';
import { IntervalsWeight } from '../intervals/intervals-weight.ts';
import { checkLeaves } from '../query-limits.ts';
import type { QueryType } from '../query-type.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

export interface IntervalsNode extends QueryNode {
  readonly kind: 'intervals';
  readonly field: string;
  readonly rule: IntervalRule;
}

/** Words in an order, with gaps and around others, as rules within rules say. */
export const intervals: QueryType<IntervalsNode> = {
  name: 'intervals',
  ofField: true,
  parse: parseIntervals,
  weight: intervalsWeight,
};

/** `{"intervals":{"field":{"match":{…},"boost":1}}}` */
function parseIntervals(body: unknown): IntervalsNode {
  const [first, second] = Object.entries(requireObject('intervals', body));
  if (first === undefined) throw parsingError('Expected [FIELD_NAME] but got [END_OBJECT]');
  const [field, options] = first;
  readAt(body as object, field);
  if (!isObject(options)) throw parsingError(`Expected [START_OBJECT] but got [${tokenOf(options)}]`);
  let rule: IntervalRule | null = null;
  let ruleName = '';
  let boost = 1;
  for (const [name, value] of membersOf(options)) {
    if (name === 'boost') boost = requireBoost(value);
    else if (rule === null) {
      rule = readRule(name, value);
      ruleName = name;
    } else {
      const found = `found [${ruleName}] and [${name}]`;
      throw parsingError(`Only one interval rule can be specified, ${found}`);
    }
  }
  if (second !== undefined) throw parsingError('Expected [END_OBJECT] but got [FIELD_NAME]');
  if (rule === null) throw parsingError('Missing intervals from interval query definition');
  return Object.freeze({ kind: 'intervals', field, rule, boost });
}

function intervalsWeight(node: IntervalsNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined || namesUnmapped(node.rule, context)) return new MatchNoneWeight();
  const source = sourceOf(node.rule, field, context);
  checkLeaves(source.leaves);
  return new IntervalsWeight(context, source, boost);
}

/** A field that is not mapped is no error, so that many indices can be searched. */
function namesUnmapped(rule: IntervalRule, context: QueryContext): boolean {
  if ('rules' in rule) return rule.rules.some((each) => namesUnmapped(each, context));
  return rule.useField !== null && context.mapping.field(rule.useField) === undefined;
}
