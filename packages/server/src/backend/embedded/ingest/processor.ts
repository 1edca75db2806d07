import type { IngestDocument } from './ingest-document.ts';
import type { ScriptEntry } from './ingest-scripts.ts';
import type { Values } from './java-values.ts';
import type { Config } from './processor-config.ts';

/** What a processor does to a document; `dropped`: the document is not to be written. Throws ApiError. */
export type Run = (document: IngestDocument) => 'dropped' | undefined;

/** What processors are made with. */
export interface ProcessorContext {
  /** Runs another pipeline by its name, as it is when the document comes. Throws ApiError where there is none. */
  readonly runPipeline: (name: string, document: IngestDocument) => 'dropped' | undefined;
  /** Makes one processor, as it stands inside another, of its configuration. */
  readonly inner: (config: Values) => Run;
  /** Scripts of processors and conditions. */
  readonly scripts: ScriptEntry;
}

/** A kind of processor: reads its properties, all of them, and answers what it does. Throws ApiError. */
export type ProcessorType = (config: Config, context: ProcessorContext) => Run;

/** Counts of a processor or pipeline since it was made. */
export class IngestCounts {
  count = 0;
  current = 0;
  failed = 0;
  nanos = 0;
}

/** A processor with what its configuration says of errors and conditions. */
export interface Processor {
  readonly type: string;
  readonly tag: string | undefined;
  readonly description: string | undefined;
  readonly ignoreFailure: boolean;
  readonly onFailure: readonly Processor[];
  readonly condition: Condition | undefined;
  readonly run: Run;
  readonly counts: IngestCounts;
}

export interface Condition {
  readonly text: string;
  readonly holds: (document: IngestDocument) => boolean;
}
