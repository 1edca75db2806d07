import { table } from '@sextant/contract';
import type { QueryType } from './query-type.ts';
import { bool } from './types/bool.ts';
import { boosting } from './types/boosting.ts';
import { combinedFields } from './types/combined-fields.ts';
import { constantScore } from './types/constant-score.ts';
import { disMax } from './types/dis-max.ts';
import { distanceFeature } from './types/distance-feature.ts';
import { exists } from './types/exists.ts';
import { fieldMaskingSpan } from './types/field-masking-span.ts';
import { functionScore } from './types/function-score.ts';
import { fuzzy } from './types/fuzzy.ts';
import { geoBoundingBox } from './types/geo-bounding-box.ts';
import { geoDistance } from './types/geo-distance.ts';
import { geoPolygon } from './types/geo-polygon.ts';
import { geoShape } from './types/geo-shape.ts';
import { hasChild } from './types/has-child.ts';
import { hasParent } from './types/has-parent.ts';
import { ids } from './types/ids.ts';
import { intervals } from './types/intervals.ts';
import { match } from './types/match.ts';
import { matchAll, matchNone } from './types/match-all.ts';
import { matchBoolPrefix } from './types/match-bool-prefix.ts';
import { matchPhrase } from './types/match-phrase.ts';
import { matchPhrasePrefix } from './types/match-phrase-prefix.ts';
import { moreLikeThis } from './types/more-like-this.ts';
import { multiMatch } from './types/multi-match.ts';
import { nested } from './types/nested.ts';
import { parentId } from './types/parent-id.ts';
import { prefix } from './types/prefix.ts';
import { queryString } from './types/query-string.ts';
import { range } from './types/range.ts';
import { rankFeature } from './types/rank-feature.ts';
import { regexp } from './types/regexp.ts';
import { script } from './types/script.ts';
import { scriptScore } from './types/script-score.ts';
import { simpleQueryString } from './types/simple-query-string.ts';
import { spanContaining, spanWithin } from './types/span-containing.ts';
import { spanFirst } from './types/span-first.ts';
import { spanMulti } from './types/span-multi.ts';
import { spanNear } from './types/span-near.ts';
import { spanNot } from './types/span-not.ts';
import { spanOr } from './types/span-or.ts';
import { spanTerm } from './types/span-term.ts';
import { template } from './types/template.ts';
import { term } from './types/term.ts';
import { terms } from './types/terms.ts';
import { termsSet } from './types/terms-set.ts';
import { wildcard } from './types/wildcard.ts';
import { wrapper } from './types/wrapper.ts';

/** Every kind of query, by the name that requests give it. */
export const queryTypes: Readonly<Record<string, QueryType>> = table({
  bool,
  boosting,
  combined_fields: combinedFields,
  constant_score: constantScore,
  dis_max: disMax,
  distance_feature: distanceFeature,
  exists,
  field_masking_span: fieldMaskingSpan,
  function_score: functionScore,
  fuzzy,
  geo_bounding_box: geoBoundingBox,
  geo_distance: geoDistance,
  geo_polygon: geoPolygon,
  geo_shape: geoShape,
  has_child: hasChild,
  has_parent: hasParent,
  ids,
  intervals,
  match,
  match_all: matchAll,
  match_bool_prefix: matchBoolPrefix,
  match_none: matchNone,
  match_phrase: matchPhrase,
  match_phrase_prefix: matchPhrasePrefix,
  more_like_this: moreLikeThis,
  multi_match: multiMatch,
  nested,
  parent_id: parentId,
  prefix,
  query_string: queryString,
  range,
  rank_feature: rankFeature,
  regexp,
  script,
  script_score: scriptScore,
  simple_query_string: simpleQueryString,
  span_containing: spanContaining,
  span_field_masking: fieldMaskingSpan,
  span_first: spanFirst,
  span_multi: spanMulti,
  span_near: spanNear,
  span_not: spanNot,
  span_or: spanOr,
  span_term: spanTerm,
  span_within: spanWithin,
  template,
  term,
  terms,
  terms_set: termsSet,
  wildcard,
  wrapper,
});
