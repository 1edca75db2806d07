import type { Clock } from '@sextant/base';
import { ApiError, type ErrorCause, type JsonMap } from '@sextant/contract';
import type { WorkBudget } from '@sextant/engine';
import type { IngestCounts } from '../ingest/processor.ts';
import { weightOf } from './processors/hit-weight.ts';
import type { RequestAllowance } from './request-allowance.ts';
import type {
  AskedSearch,
  Attributes,
  FoundHits,
  HitPace,
  PipelineSide,
  ProcessorResult,
  SearchPipeline,
  SearchProcessor,
} from './search-pipeline.ts';
import type { SearchPipelines } from './search-pipelines.ts';

/** What caller of a run wants to see of it. */
export interface Trace {
  readonly results: ProcessorResult[];
  readonly shownRequest: (asked: AskedSearch) => JsonMap;
}

/** About what a processor takes for a hit: its document is read and written. */
const STEPS_PER_HIT = 20;

/** One search on its way through a pipeline. */
export class PipelineRun {
  readonly #pipeline: SearchPipeline;
  readonly #pipelines: Pick<SearchPipelines, 'totals' | 'turns'>;
  readonly #allowance: RequestAllowance;
  readonly #clock: Clock;
  readonly #budget: WorkBudget;
  readonly #trace: Trace | undefined;
  readonly #attributes: Attributes = new Map();

  constructor(
    pipeline: SearchPipeline,
    {
      pipelines,
      allowance,
      clock,
      budget,
      trace,
    }: {
      readonly pipelines: Pick<SearchPipelines, 'totals' | 'turns'>;
      readonly allowance: RequestAllowance;
      readonly clock: Clock;
      /** Ends the run where its request ends. */
      readonly budget: WorkBudget;
      readonly trace: Trace | undefined;
    },
  ) {
    this.#pipeline = pipeline;
    this.#pipelines = pipelines;
    this.#allowance = allowance;
    this.#clock = clock;
    this.#budget = budget;
    this.#trace = trace;
  }

  /** The search that is to be done. Throws ApiError. */
  async request(given: AskedSearch): Promise<AskedSearch> {
    const shown = this.#trace?.shownRequest ?? (() => ({}));
    const work = { attributes: this.#attributes, allowance: this.#allowance.scripts };
    return this.#through(this.#pipeline.request, this.#pipelines.totals.request, {
      given,
      shown,
      run: (run, asked) => run(asked, work),
    });
  }

  /** The answer that is to be given. Throws ApiError. */
  async response(given: FoundHits, asked: AskedSearch): Promise<FoundHits> {
    const work = { asked, attributes: this.#attributes, pace: this.#pace() };
    return this.#through(this.#pipeline.response, this.#pipelines.totals.response, {
      given,
      shown: ({ hits }) => hits.hits,
      run: (run, found) => run(found, work),
    });
  }

  #pace(): HitPace {
    return {
      turn: () => {
        this.#budget.charge(STEPS_PER_HIT);
        return this.#pipelines.turns.take();
      },
      grow: (bytes) => {
        if (bytes > 0) this.#budget.reserve(bytes, '<search_pipeline>');
      },
    };
  }

  async #through<Run, Value>(
    { processors, counts }: PipelineSide<Run>,
    total: IngestCounts,
    way: Way<Run, Value>,
  ): Promise<Value> {
    if (processors.length === 0) return way.given;
    return this.#counted(total, () =>
      this.#counted(counts, async () => {
        let value = way.given;
        for (const processor of processors) {
          await this.#pipelines.turns.take();
          this.#budget.check();
          value = await this.#one(processor, value, way);
        }
        return value;
      }),
    );
  }

  async #one<Run, Value>(
    { type, tag, run, ignoreFailure, counts }: SearchProcessor<Run>,
    value: Value,
    { run: call, shown }: Way<Run, Value>,
  ): Promise<Value> {
    const started = this.#clock.nanos();
    const note = (failed: ErrorCause | undefined, made: Value): void => {
      if (this.#trace === undefined) return;
      const millis = Math.trunc((this.#clock.nanos() - started) / 1e6);
      const input = shown(value);
      const output = failed === undefined ? shown(made) : null;
      this.#show(weightOf(input) + weightOf(output));
      this.#trace.results.push({ type, tag, millis, failed, input, output });
    };
    try {
      const made = await this.#counted(counts, async () => call(run, value));
      note(undefined, made);
      return made;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      note(error.error, value);
      // Who wants to see all of it is told of each failure there.
      if (ignoreFailure || this.#trace !== undefined) return value;
      throw error;
    }
  }

  /** All of it is written once more. Throws ApiError. */
  #show(bytes: number): void {
    this.#allowance.show(bytes);
    this.#budget.reserve(bytes, '<verbose_pipeline>');
  }

  async #counted<Result>(counts: IngestCounts, work: () => Promise<Result>): Promise<Result> {
    const started = this.#clock.nanos();
    counts.current++;
    try {
      return await work();
    } catch (error) {
      counts.failed++;
      throw error;
    } finally {
      counts.current--;
      counts.count++;
      counts.nanos += this.#clock.nanos() - started;
    }
  }
}

/** What goes through one side of a pipeline, and how. */
interface Way<Run, Value> {
  readonly given: Value;
  readonly shown: (value: Value) => JsonMap | readonly JsonMap[];
  readonly run: (run: Run, value: Value) => Value | Promise<Value>;
}
