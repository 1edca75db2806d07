import { ApiError, apiError } from '@sextant/contract';
import type { IngestDocument } from './ingest-document.ts';
import type { ScriptEntry } from './ingest-scripts.ts';
import { className, isValues, javaText, type Value, type Values } from './java-values.ts';
import { type Condition, IngestCounts, type Processor, type ProcessorContext } from './processor.ts';
import { Config, configOf, ofProcessor } from './processor-config.ts';
import { processorTypes } from './processor-types.ts';

/** A pipeline that can be run. */
export interface Pipeline {
  readonly id: string;
  readonly processors: readonly Processor[];
  readonly onFailure: readonly Processor[];
  readonly counts: IngestCounts;
}

/** What pipelines need of the outside. */
export interface PipelineHost {
  /** The pipeline of a name, as it is now. */
  readonly find: (id: string) => Pipeline | undefined;
  readonly run: (pipeline: Pipeline, document: IngestDocument) => 'dropped' | undefined;
  /** Runs one processor of those inside others. */
  readonly runInner: (processor: Processor, document: IngestDocument) => 'dropped' | undefined;
  readonly scripts: ScriptEntry;
}

/** Processors within processors. */
const DEPTH_MAX = 50;

/** Makes a pipeline of its configuration. Throws ApiError: what is wrong in it. */
export function compilePipeline(id: string, body: Values, host: PipelineHost): Pipeline {
  const compiler = new PipelineCompiler(host);
  const config = new Config(configOf(body)!);
  config.optionalText('description');
  config.whole('version');
  const processors = compiler.processors(config.list('processors'));
  const handlers = config.optionalList('on_failure');
  const onFailure = handlers === undefined ? [] : compiler.processors(handlers);
  const { unread } = config;
  if (unread.length > 0) {
    throw apiError(
      'parse_exception',
      `pipeline [${id}] doesn't support one or more provided configuration parameters [${unread.join(', ')}]`,
    );
  }
  if (handlers !== undefined && onFailure.length === 0) {
    throw apiError('parse_exception', `pipeline [${id}] cannot have an empty on_failure option defined`);
  }
  return { id, processors, onFailure, counts: new IngestCounts() };
}

class PipelineCompiler {
  readonly #context: ProcessorContext;
  #depth = 0;

  constructor(host: PipelineHost) {
    this.#context = {
      runPipeline: (name, document) => {
        const found = host.find(name);
        if (found !== undefined) return host.run(found, document);
        throw apiError(
          'illegal_state_exception',
          `Pipeline processor configured for non-existent pipeline [${name}]`,
        );
      },
      inner: (config) => {
        const processor = this.#inner(config);
        return (document) => host.runInner(processor, document);
      },
      scripts: host.scripts,
    };
  }

  /** Of several that are wrong the first is told, and the others beside it. */
  processors(configs: readonly Value[]): Processor[] {
    const made: Processor[] = [];
    const problems: ApiError[] = [];
    for (const each of configs) {
      if (!isValues(each)) throw notMap(each);
      for (const [type, config] of Object.entries(each)) {
        try {
          made.push(this.#processor(type, config));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          problems.push(error);
        }
      }
    }
    const [first, ...others] = problems;
    if (first === undefined) return made;
    if (others.length === 0) throw first;
    const suppressed = others.map(({ error }) => ({
      type: error.type,
      reason: error.reason,
      ...error.details,
    }));
    throw new ApiError({ ...first.error, details: { ...first.error.details, suppressed } });
  }

  /** The one processor inside another. */
  #inner(values: Values): Processor {
    const [[type, config] = ['', null]] = Object.entries(values);
    return this.#processor(type, config);
  }

  #processor(type: string, value: Value): Processor {
    if (this.#depth >= DEPTH_MAX) {
      throw apiError('parse_exception', `processors stand inside each other more than [${DEPTH_MAX}] deep`);
    }
    this.#depth++;
    try {
      return this.#read(type, value);
    } finally {
      this.#depth--;
    }
  }

  #read(type: string, value: Value): Processor {
    const values = type === 'script' && typeof value === 'string' ? { source: value } : configOf(value);
    if (values === undefined) {
      throw new Config({}, { type }).wrong(
        undefined,
        `property isn't a map, but of type [${className(value)}]`,
      );
    }
    const common = new Config(values);
    const tag = common.optionalText('tag');
    const condition = common.take('if');
    if (condition !== undefined) checkCondition(condition);
    const kind = processorTypes[type];
    const owner = { type, tag };
    if (kind === undefined) {
      throw new Config({}, owner).wrong(undefined, `No processor type exists with name [${type}]`);
    }
    const ignoreFailure = common.flag('ignore_failure', false);
    const handlers = common.optionalList('on_failure');
    const onFailure = handlers === undefined ? [] : this.processors(handlers);
    const description = common.optionalText('description');
    const config = common.of(owner);
    if (handlers !== undefined && onFailure.length === 0) {
      throw config.wrong('on_failure', 'processors list cannot be empty');
    }
    try {
      const run = kind(config, this.#context);
      if (config.unread.length > 0) throw unknownProperties(type, config.unread);
      const holds = condition === undefined ? undefined : this.#condition(condition);
      return {
        type,
        tag,
        description,
        ignoreFailure,
        onFailure,
        condition: holds,
        run,
        counts: new IngestCounts(),
      };
    } catch (error) {
      throw error instanceof ApiError ? ofProcessor(error, owner) : error;
    }
  }

  #condition(script: Value): Condition {
    const text = isValues(script) ? script.source : script;
    return { text: javaText(text ?? ''), holds: this.#context.scripts.condition(script) };
  }
}

const SCRIPT_NAMES = ['source', 'inline', 'id', 'stored'];

/** Throws ApiError for what is no script at all, which is told before anything else of the processor. */
function checkCondition(given: Value): void {
  if (typeof given === 'string') return;
  if (!isValues(given)) {
    const reason = `property isn't a map or string, but of type [${className(given)}]`;
    throw new Config({}, { type: 'conditional' }).wrong('script', reason);
  }
  if (SCRIPT_NAMES.some((name) => given[name] !== undefined)) return;
  const reason = 'must specify either [source] for an inline script or [id] for a stored script';
  throw apiError('illegal_argument_exception', reason);
}

function unknownProperties(type: string, names: readonly string[]): ApiError {
  const reason = `processor [${type}] doesn't support one or more provided configuration parameters [${names.join(', ')}]`;
  return apiError('parse_exception', reason);
}

function notMap(value: Value): ApiError {
  return apiError(
    'class_cast_exception',
    `class ${className(value)} cannot be cast to class java.util.Map (${className(value)} and java.util.Map are in module java.base of loader 'bootstrap')`,
  );
}
