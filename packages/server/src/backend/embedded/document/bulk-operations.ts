import type { SourceRequest, WriteKind } from '@sextant/engine';
import { type Conditions, unconditional } from './write-params.ts';

/** What an action line says beside the kind and the id. Shared by all lines that say the same. */
export interface BulkAction {
  readonly kind: WriteKind;
  /** The word of the line: an `index` with op_type create is answered as `index`… of kind create. */
  readonly word: WriteKind;
  /** Empty text is possible and fails as a name. */
  readonly index: string;
  readonly routing: string | undefined;
  readonly conditions: Conditions;
  readonly requireAlias: boolean;
  readonly retryOnConflict: number;
  readonly pipeline: string | undefined;
  readonly filter: SourceRequest | undefined;
}

/** Operations of a bulk body in order, as columns; `starts` and `ends` are offsets in the body. */
export class BulkOperations {
  readonly actions: BulkAction[] = [];
  readonly ids: (string | null)[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  get length(): number {
    return this.actions.length;
  }

  add(action: BulkAction, id: string | null, start: number, end: number): void {
    this.actions.push(action);
    this.ids.push(id);
    this.starts.push(start);
    this.ends.push(end);
  }
}

/** What the URL of a bulk request says for every operation. */
export interface BulkDefaults {
  readonly index: string | undefined;
  readonly routing: string | undefined;
  readonly requireAlias: boolean;
  readonly pipeline: string | undefined;
  readonly filter: SourceRequest | undefined;
}

export function plainAction(kind: WriteKind, index: string, defaults: BulkDefaults): BulkAction {
  return {
    kind,
    word: kind,
    index,
    routing: defaults.routing,
    conditions: unconditional,
    requireAlias: defaults.requireAlias,
    retryOnConflict: 0,
    pipeline: defaults.pipeline,
    filter: defaults.filter,
  };
}
