import { MatchNoneWeight } from './weight.ts';

/** Nothing is left of the text that was asked for: who puts clauses together may leave this one out. */
export class NoTermsWeight extends MatchNoneWeight {}
