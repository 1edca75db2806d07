import type { QueryNode } from '../dsl/query-node.ts';
import type { JoinRelation, JoinRelations } from '../mapping/join-relations.ts';
import { refuseExpensive } from './expensive-queries.ts';
import { shardError } from './field-support.ts';
import type { FoundOptions } from './found-ids.ts';
import { JoinWeight } from './join-weight.ts';
import type { BoolNode } from './nodes/bool.ts';
import type { TermNode } from './nodes/term.ts';
import type { TermsNode } from './nodes/terms.ts';
import { QueryLimits } from './query-limits.ts';
import type { BindQuery } from './query-type.ts';
import { type QueryContext, type Weight, withoutScores } from './weight.ts';

/** A query that asks for documents by those that they are joined with. */
interface JoiningNode extends QueryNode {
  readonly type: string;
  readonly ignoreUnmapped: boolean;
}

/**
 * The relation that a query means, as `find` has it; null where there is none, which it says is no fault. Throws ApiError
 * otherwise. `role`: what documents of the type would be in it.
 */
export function relationFor(
  { kind, type, ignoreUnmapped }: JoiningNode,
  context: QueryContext,
  role: string,
  find: (join: JoinRelations) => JoinRelation | undefined,
): JoinRelation | null {
  refuseExpensive('[joining] queries', context);
  const { join } = context.mapping;
  const relation = join === undefined ? undefined : find(join);
  if (relation !== undefined) return relation;
  if (ignoreUnmapped) return null;
  if (join === undefined) throw shardError(context, `[${kind}] no join field has been configured`);
  throw shardError(context, `[${kind}] join field [${join.field}] doesn't hold [${type}] as ${role}`);
}

/** Which documents find others. */
interface JoinedDocuments extends FoundOptions {
  /** The field with their ids. */
  readonly ids: string;
  /** Which of the documents of the name find others. */
  readonly query: QueryNode;
  readonly from: string;
  /** What those are called that are found. */
  readonly to: readonly string[];
  readonly boost: number;
}

/** Scores of the documents that find others are made as those of a search of its own. */
export function joined(asked: JoinedDocuments, given: QueryContext, bind: BindQuery): Weight {
  const { query, from, to, mode } = asked;
  const { nestedPath: _path, nestedDepth: _depth, ...context } = given;
  const { field } = context.mapping.join!;
  const within = { ...(mode === 'none' ? withoutScores(context) : context), limits: new QueryLimits() };
  const filters = withoutScores(within);
  return new JoinWeight(context, {
    ...asked,
    from: bind(ofName(query, named(field, [from])), within, 1),
    to: bind(named(field, to), filters, 1),
  });
}

function named(field: string, names: readonly string[]): QueryNode {
  const [name] = names;
  if (names.length === 1 && name !== undefined) {
    const node: TermNode = { kind: 'term', field, value: name, caseInsensitive: false, boost: 1 };
    return node;
  }
  const node: TermsNode = { kind: 'terms', field, values: names, isLookup: false, isBitmap: false, boost: 1 };
  return node;
}

function ofName(query: QueryNode, filter: QueryNode): BoolNode {
  const none = { should: [], mustNot: [], minimumShouldMatch: null, adjustPureNegative: true, boost: 1 };
  return { kind: 'bool', must: [query], filter: [filter], ...none };
}
