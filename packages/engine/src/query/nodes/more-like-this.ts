import type { QueryNode } from '../../dsl/query-node.ts';
import type { Likes } from '../more-like-this/like-item.ts';
import type { TermLimits } from '../more-like-this/term-choice.ts';

export interface MoreLikeThisNode extends QueryNode {
  readonly kind: 'more_like_this';
  /** null: those that the index is searched in. */
  readonly fields: readonly string[] | null;
  readonly like: Likes;
  readonly unlike: Likes;
  readonly limits: TermLimits;
  readonly analyzer: string | null;
  readonly minimumShouldMatch: string;
  /** 0: terms are not boosted by how much they tell. */
  readonly boostTerms: number;
  /** Documents that are liked are found too. */
  readonly include: boolean;
  readonly failsOnUnsupported: boolean;
}
