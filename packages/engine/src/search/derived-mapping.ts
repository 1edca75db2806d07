import type { WorkBudget } from '../budget/work-budget.ts';
import type { DerivedDefinitions } from '../mapping/derived/derived-definition.ts';
import { DerivedFields } from '../mapping/derived/derived-fields.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { inferredType } from '../query/derived/infer-type.ts';
import type { ShardTarget } from './shard-target.ts';

/** The mapping of the shard with those fields that scripts make, and what `most` of its documents tell of fields within them. */
export function withDefinitions(
  shard: ShardTarget,
  definitions: DerivedDefinitions,
  budget: WorkBudget,
  most: number,
): Mapping {
  const fields = new DerivedFields(definitions, shard.mapping.flat, (definition, path) => {
    return inferredType({ definition, type: 'object', within: path }, { ...shard, budget }, most);
  });
  return shard.mapping.withDerived(fields);
}
