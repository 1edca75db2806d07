import type { AggregationNode } from '../aggregation-tree.ts';
import type { ScriptedValues, SourceSpec } from '../spec-parts.ts';

/** Values that a script makes. */
export interface ScriptedSource extends SourceSpec {
  readonly scripted: ScriptedValues;
}

/** A script of the request makes its values. */
export function isScripted(source: SourceSpec): source is ScriptedSource {
  return source.scripted !== null;
}

/** The values of the aggregation that scripts make. */
export function scriptedSources({ type, spec }: AggregationNode): readonly ScriptedSource[] {
  return type.sources?.(spec).filter(isScripted) ?? [];
}

/** Whether how well documents match is among what makes the values. */
export function asksScores({ script }: ScriptedValues): boolean {
  return script.source.includes('_score');
}
