import { apiError } from '@sextant/contract';
import { hashMapOrder } from '@sextant/engine';
import { className, isValues, type Value, type Values } from '../ingest/java-values.ts';
import type { IngestCounts } from '../ingest/processor.ts';
import { Config, configOf } from '../ingest/processor-config.ts';
import { requestProcessorTypes } from './processors/request-processors.ts';
import { responseProcessorTypes } from './processors/response-processors.ts';
import {
  nameOf,
  newCounts,
  type PipelineSide,
  type SearchPipeline,
  type SearchProcessor,
  type SearchScripts,
} from './search-pipeline.ts';

/** On one side: each of them may read every hit, and anybody who searches may give a pipeline. */
const PROCESSORS_MAX = 100;

/** They are compiled at once, by the thread that serves everybody. */
const SCRIPT_CHARACTERS_MAX = 128 * 1024;

/** Makes a processor of its properties, all of which it reads. */
type MakeRun<Run> = (type: string) => ((config: Config, ignoreFailure: boolean) => Run) | undefined;

/** Makes a pipeline of its definition; `before`: the one that it takes the place of, whose counts go on. Throws ApiError. */
export function compileSearchPipeline(
  id: string,
  body: Values,
  scripts: SearchScripts,
  before?: SearchPipeline,
): SearchPipeline {
  const config = new Config(configOf(body)!);
  config.optionalText('description');
  config.whole('version');
  const request = sideOf(config.optionalList('request_processors'), before?.request, (type) => {
    const make = requestProcessorTypes.get(type);
    return make === undefined ? undefined : (own) => make(own, scripts);
  });
  const response = sideOf(config.optionalList('response_processors'), before?.response, (type) =>
    responseProcessorTypes.get(type),
  );
  sideOf(config.optionalList('phase_results_processors'), undefined, () => undefined);
  const { unread } = config;
  if (unread.length === 0) return { id, request, response };
  const names = hashMapOrder(unread).join(', ');
  throw apiError(
    'parse_exception',
    `pipeline [${id}] doesn't support one or more provided configuration parameters [${names}]`,
  );
}

function sideOf<Run>(
  configs: readonly Value[] | undefined,
  before: PipelineSide<Run> | undefined,
  make: MakeRun<Run>,
): PipelineSide<Run> {
  const given = (configs ?? []).reduce<number>((sum, each) => sum + Object.keys(each ?? {}).length, 0);
  if (given > PROCESSORS_MAX) {
    const reason = `a search pipeline has more than [${PROCESSORS_MAX}] processors`;
    throw apiError('illegal_argument_exception', reason);
  }
  refuseLong(configs ?? []);
  const counts = new Map(before?.processors.map((each) => [nameOf(each), each.counts]));
  const processors = (configs ?? []).flatMap((each) => {
    const values = mapOf(each);
    return hashMapOrder(Object.keys(values)).map((type) => processorOf(type, values[type]!, make, counts));
  });
  return { processors, counts: before?.counts ?? newCounts() };
}

function refuseLong(configs: readonly Value[]): void {
  const scripts = configs.flatMap((each) =>
    isValues(each) && each.script !== undefined ? [each.script] : [],
  );
  if (JSON.stringify(scripts).length <= SCRIPT_CHARACTERS_MAX) return;
  const reason = `the scripts of a search pipeline are longer than [${SCRIPT_CHARACTERS_MAX}] characters together`;
  throw apiError('illegal_argument_exception', reason);
}

function processorOf<Run>(
  type: string,
  value: Value,
  make: MakeRun<Run>,
  counts: Map<string, IngestCounts>,
): SearchProcessor<Run> {
  const kind = make(type);
  if (kind === undefined) throw apiError('illegal_argument_exception', `Invalid processor type ${type}`);
  if (value === null) {
    const reason = 'Cannot invoke "java.util.Map.remove(Object)" because "configuration" is null';
    throw apiError('null_pointer_exception', reason);
  }
  const common = new Config(configOf(mapOf(value))!);
  const tag = common.optionalText('tag');
  const tagged = common.of({ tag });
  tagged.optionalText('description');
  const ignoreFailure = tagged.flag('ignore_failure', false);
  const config = tagged.of({ type, tag });
  const run = kind(config, ignoreFailure);
  const { unread } = config;
  if (unread.length > 0) {
    const names = hashMapOrder(unread).join(', ');
    throw apiError(
      'parse_exception',
      `processor [${type}] doesn't support one or more provided configuration parameters: [${names}]`,
    );
  }
  const name = nameOf({ type, tag });
  const own = counts.get(name) ?? newCounts();
  counts.set(name, own);
  return { type, tag, ignoreFailure, run, counts: own };
}

function mapOf(value: Value): Values {
  if (isValues(value)) return value;
  const name = className(value);
  throw apiError(
    'class_cast_exception',
    `class ${name} cannot be cast to class java.util.Map (${name} and java.util.Map are in module java.base of loader 'bootstrap')`,
  );
}
