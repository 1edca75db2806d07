import { ApiError, apiError, isObject } from '@sextant/contract';
import { type JsonObject, requireBoost, toFloat } from '../../dsl/json-reader.ts';
import { type FieldParsers, nameField, readFields, required, textField } from '../../dsl/object-parser.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { featurePrefix, NO_PREFIX } from '../../mapping/feature-term.ts';
import { javaFloat } from '../../mapping/java-text.ts';
import { rankFeatures, rankFeature as rankFeatureType } from '../../mapping/types/rank-feature.ts';
import { type FeatureFunction, linear, logarithm, saturation, sigmoid } from '../feature-functions.ts';
import type { QueryType } from '../query-type.ts';
import { type FeatureUse, RankFeatureWeight } from '../rank-feature-weight.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

/** One of the functions with its parameters; saturation without `pivot` takes the mean of the shard. */
type Scoring =
  | { readonly kind: 'saturation'; readonly pivot: number | null }
  | { readonly kind: 'log'; readonly scalingFactor: number }
  | { readonly kind: 'sigmoid'; readonly pivot: number; readonly exponent: number }
  | { readonly kind: 'linear' };

interface RankFeatureNode extends QueryNode {
  readonly kind: 'rank_feature';
  readonly field: string;
  readonly scoring: Scoring;
}

/** Documents that have a feature, scored by its value. */
export const rankFeature: QueryType<RankFeatureNode> = {
  name: 'rank_feature',
  ofField: false,
  named: 'by-text',
  parse: parseRankFeature,
  weight: rankFeatureWeight,
};

/** `{"rank_feature":{"field":"pagerank","saturation":{"pivot":8},"boost":1}}` */
function parseRankFeature(body: JsonObject): RankFeatureNode {
  let field = '';
  let boost = 1;
  const scorings: Scoring[] = [];
  const scoring = (read: (options: JsonObject) => Scoring): FieldParsers[string] => ({
    tokens: ['START_OBJECT'],
    read: (value) => {
      if (isObject(value)) scorings.push(read(value));
    },
  });
  readFields('feature', body, {
    field: textField((value) => {
      field = value;
    }),
    boost: {
      tokens: ['VALUE_NUMBER', 'VALUE_STRING'],
      read: (value) => {
        boost = toFloat(value);
      },
    },
    _name: nameField,
    log: scoring((options) => {
      const { scaling_factor: scalingFactor } = readNumbers('log', options, ['scaling_factor']);
      required(options, ['scaling_factor']);
      return { kind: 'log', scalingFactor: scalingFactor! };
    }),
    saturation: scoring((options) => {
      return { kind: 'saturation', pivot: readNumbers('saturation', options, ['pivot']).pivot ?? null };
    }),
    sigmoid: scoring((options) => {
      const { pivot, exponent } = readNumbers('sigmoid', options, ['pivot', 'exponent']);
      required(options, ['pivot', 'exponent']);
      return { kind: 'sigmoid', pivot: pivot!, exponent: exponent! };
    }),
    linear: scoring((options) => {
      readNumbers('linear', options, []);
      return { kind: 'linear' };
    }),
  });
  required(body, ['field']);
  const [chosen = { kind: 'saturation', pivot: null }] = scorings;
  return Object.freeze({ kind: 'rank_feature', field, scoring: chosen, boost: checked(scorings, boost) });
}

/** The boost, where all goes together. */
function checked(scorings: readonly Scoring[], boost: number): number {
  try {
    if (scorings.length > 1)
      throw illegal('Can only specify one of [log], [saturation], [sigmoid] and [linear]');
    return requireBoost(boost);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = 'Failed to build [feature] after last required field arrived';
    throw new ApiError({ type: 'x_content_parse_exception', reason, causedBy: error.error });
  }
}

function readNumbers<Name extends string>(
  scoring: string,
  options: JsonObject,
  names: readonly Name[],
): Partial<Record<Name, number>> {
  const found: Partial<Record<Name, number>> = {};
  const parsers = names.map((name) => [
    name,
    {
      tokens: ['VALUE_NUMBER', 'VALUE_STRING'],
      read: (value: unknown) => {
        found[name] = toFloat(value);
      },
    },
  ]);
  readFields(scoring, options, Object.fromEntries(parsers) as FieldParsers);
  return found;
}

function illegal(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}

function rankFeatureWeight(node: RankFeatureNode, context: QueryContext, boost: number): Weight {
  const { mapping } = context;
  const field = mapping.field(node.field);
  if (field?.fieldType === rankFeatureType) {
    const use: FeatureUse = {
      field: field.name,
      prefix: NO_PREFIX,
      isAlone: true,
      shownField: '_feature',
      shownFeature: node.field,
    };
    const isPositive = field.definition.positive_score_impact !== false;
    return new RankFeatureWeight(context, use, functionOf(node.scoring, isPositive), boost);
  }
  if (field !== undefined) {
    const where =
      '[rank_feature] query only works on [rank_feature] fields and features of [rank_features] fields';
    throw illegal(`${where}, not [${field.type}]`);
  }
  const dot = node.field.lastIndexOf('.');
  const parent = dot < 0 ? undefined : mapping.field(node.field.slice(0, dot));
  if (parent?.fieldType !== rankFeatures || !mapping.seesPart(node.field)) return new MatchNoneWeight('');
  const feature = node.field.slice(dot + 1);
  const use: FeatureUse = {
    field: parent.name,
    prefix: featurePrefix(feature),
    isAlone: false,
    shownField: node.field.slice(0, dot),
    shownFeature: feature,
  };
  // OpenSearch looks at the impact of a field that is a feature alone.
  return new RankFeatureWeight(context, use, functionOf(node.scoring, true), boost);
}

function refuseNegative(scoring: string): Error {
  const why = 'with a field that has a negative score impact as it would trigger negative scores';
  return illegal(`Cannot use the [${scoring}] function ${why}`);
}

function requirePositive(value: number, name: string): void {
  if (!(value > 0 && Number.isFinite(value))) throw illegal(`${name} must be > 0, got: ${javaFloat(value)}`);
}

/** Throws where parameters do not fit; null for saturation at the mean. */
function functionOf(scoring: Scoring, isPositive: boolean): FeatureFunction | null {
  switch (scoring.kind) {
    case 'saturation':
      if (scoring.pivot === null) return null;
      requirePositive(scoring.pivot, 'pivot');
      return saturation(scoring.pivot);
    case 'log':
      if (!isPositive) throw refuseNegative('log');
      if (!(scoring.scalingFactor >= 1 && Number.isFinite(scoring.scalingFactor))) {
        throw illegal(`scalingFactor must be >= 1, got: ${javaFloat(scoring.scalingFactor)}`);
      }
      return logarithm(scoring.scalingFactor);
    case 'sigmoid':
      requirePositive(scoring.pivot, 'pivot');
      requirePositive(scoring.exponent, 'exp');
      return sigmoid(scoring.pivot, scoring.exponent);
    case 'linear':
      return linear;
  }
}
