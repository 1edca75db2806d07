import type { ErrorCause, JsonMap } from '@sextant/contract';
import type { ScriptAllowance, SearchBody } from '@sextant/engine';
import { IngestCounts } from '../ingest/processor.ts';
import type { Config } from '../ingest/processor-config.ts';

/** A search as its processors see it: the parameters of the URL are in the body where they can be. */
export interface AskedSearch {
  readonly body: SearchBody;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The answer to a search as its processors see it. */
export interface FoundHits extends JsonMap {
  readonly hits: JsonMap & { readonly hits: readonly JsonMap[] };
}

/** What the processors of one search leave for each other, as scripts have it. */
export type Attributes = Map<string, unknown>;

/** Throws ApiError. */
type RequestRun = (
  asked: AskedSearch,
  work: {
    readonly attributes: Attributes;
    /** What all scripts of the request may do together. */
    readonly allowance: ScriptAllowance;
  },
) => AskedSearch;

/** What a processor makes of an answer. Throws ApiError. */
type ResponseRun = (
  found: FoundHits,
  work: {
    readonly asked: AskedSearch;
    readonly attributes: Attributes;
    readonly pace: HitPace;
  },
) => FoundHits | Promise<FoundHits>;

/** What goes through all hits of an answer. */
export interface HitPace {
  /** To be awaited before each hit: gives the thread to others where it was kept long enough. Throws ApiError where the request has ended. */
  readonly turn: () => Promise<void> | undefined;
  /** A hit takes so many bytes more than before. Throws ApiError where that is more than all requests may take. */
  readonly grow: (bytes: number) => void;
}

/** How scripts of pipelines are compiled. Throws ApiError where a script cannot be. */
export interface SearchScripts {
  /** Where it is kept by a name it is the one of that name when it is run. */
  readonly processor: (script: Config) => RequestRun;
}

/** A kind of processor that changes searches: reads its properties, all of them, and answers what it does. Throws ApiError. */
export type RequestProcessorType = (config: Config, scripts: SearchScripts) => RequestRun;
/** The same of one that changes answers; `ignoreFailure`: what the configuration says of any processor. */
export type ResponseProcessorType = (config: Config, ignoreFailure: boolean) => ResponseRun;

/** A processor with what its configuration says of it. */
export interface SearchProcessor<Run> {
  readonly type: string;
  readonly tag: string | undefined;
  readonly ignoreFailure: boolean;
  readonly run: Run;
  /** Shared by those of one name. */
  readonly counts: IngestCounts;
}

/** One side of a pipeline. */
export interface PipelineSide<Run> {
  readonly processors: readonly SearchProcessor<Run>[];
  readonly counts: IngestCounts;
}

/** A pipeline that can be run. */
export interface SearchPipeline {
  readonly id: string;
  readonly request: PipelineSide<RequestRun>;
  readonly response: PipelineSide<ResponseRun>;
}

/** `oversample:tag`: those of one name are counted together. */
export function nameOf({ type, tag }: Pick<SearchProcessor<unknown>, 'type' | 'tag'>): string {
  return tag === undefined ? type : `${type}:${tag}`;
}

/** What was done by one processor, where the caller wants to see that. */
export interface ProcessorResult {
  readonly type: string;
  readonly tag: string | undefined;
  readonly millis: number;
  readonly failed: ErrorCause | undefined;
  readonly input: JsonMap | readonly JsonMap[];
  /** null: it failed. */
  readonly output: JsonMap | readonly JsonMap[] | null;
}

export const newCounts = (): IngestCounts => new IngestCounts();
