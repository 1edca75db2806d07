import { ApiError, type Json, Long, RawJson } from '@sextant/contract';
import type { IndexMetadata, WriteBatch } from '@sextant/engine';
import type { TaskInfo } from '../../../tasks/task.ts';
import { MemoryTaskResults, type TaskResult, type TaskResults } from '../../../tasks/task-results.ts';
import { type AnswerTree, unfold } from '../../../wire/answer-tree.ts';
import { compactJson } from '../../../wire/json-writer.ts';
import type { EmbeddedContext } from '../context.ts';
import { createIndexWith } from '../indices/new-index.ts';
import { resultBody, taskName } from './task-body.ts';

/** Where OpenSearch keeps results too. */
const resultIndex = '.tasks';

const kept = { type: 'object', enabled: false } as const;
const keyword = { type: 'keyword' } as const;
const whole = { type: 'long' } as const;
const flag = { type: 'boolean' } as const;
/** OpenSearch's mapping of the index, fifth version. */
const mappings = {
  dynamic: 'strict',
  _meta: { version: 5 },
  properties: {
    completed: flag,
    error: kept,
    response: kept,
    task: {
      properties: {
        action: keyword,
        cancellable: flag,
        cancellation_time_millis: whole,
        cancelled: flag,
        description: { type: 'text' },
        headers: kept,
        id: whole,
        node: keyword,
        parent_task_id: keyword,
        resource_stats: kept,
        running_time_in_nanos: whole,
        start_time_in_millis: whole,
        status: kept,
        type: keyword,
      },
    },
  },
};
const settings = {
  'index.number_of_shards': '1',
  'index.number_of_replicas': '0',
  'index.auto_expand_replicas': '0-1',
  'index.priority': '2147483647',
};

/**
 * Results as documents of an index, which is made with the first: they are there after a restart. What cannot be written is
 * kept in memory instead, as long as the process lives.
 */
export class StoredTaskResults implements TaskResults {
  readonly #context: EmbeddedContext;
  readonly #unwritten = new MemoryTaskResults();

  constructor(context: EmbeddedContext) {
    this.#context = context;
  }

  async store(result: TaskResult): Promise<void> {
    const { number } = result.task;
    try {
      const { engine, identity } = this.#context;
      const { nodeId } = identity;
      const view = { nodeId, detailed: true, human: false };
      const index = engine.index(resultIndex) ?? (await this.#makeIndex());
      const source = Uint8Array.from(compactJson(resultBody(result, view)));
      const { errors } = await engine.write(batchOf(index, taskName(nodeId, number), source));
      const error = errors.get(0);
      if (error !== undefined) throw new ApiError(error);
    } catch (error) {
      const message = `the result of a task could not be written to [${resultIndex}]; it is kept until the end of the process`;
      this.#context.log.log('warn', 'tasks', message, { task: number, error });
      await this.#unwritten.store(result);
    }
  }

  async find(number: number): Promise<TaskResult | undefined> {
    const inMemory = await this.#unwritten.find(number);
    if (inMemory !== undefined) return inMemory;
    const { engine, identity } = this.#context;
    if (engine.index(resultIndex)?.state !== 'open') return undefined;
    const id = taskName(identity.nodeId, number);
    const { source } = await engine.get({ index: resultIndex, id, realtime: true });
    return source === null ? undefined : resultOf(unfold(new RawJson(source)), number);
  }

  async #makeIndex(): Promise<IndexMetadata> {
    const { engine } = this.#context;
    try {
      const wanted = { name: resultIndex, provided: resultIndex, settings, mappings, aliases: {} };
      return await createIndexWith(this.#context, wanted);
    } catch (error) {
      // Another task has ended in the same moment.
      const made = engine.index(resultIndex);
      if (made === undefined) throw error;
      return made;
    }
  }
}

function batchOf(index: IndexMetadata, id: string, source: Uint8Array): WriteBatch {
  return {
    index: index.name,
    source,
    kinds: ['index'],
    ids: [id],
    routings: null,
    starts: Int32Array.of(0),
    ends: Int32Array.of(source.byteLength),
    ifSeqNos: null,
    ifPrimaryTerms: null,
    versions: null,
    versionTypes: null,
    retryOnConflict: null,
    refresh: 'false',
  };
}

/** Anybody who may write to the index may have written the document: what is missing there is left empty. */
function resultOf(document: AnswerTree, number: number): TaskResult | undefined {
  const task = membersIn(document, 'task');
  if (task === undefined) return undefined;
  const error = shown(document, 'error');
  const outcome =
    error === undefined ? { response: shown(document, 'response') ?? null } : { shownError: error };
  return { task: infoOf(task, number), outcome };
}

function infoOf(task: AnswerTree, number: number): TaskInfo {
  const startedAt = numberIn(task, 'start_time_in_millis') ?? 0;
  const parent = textIn(task, 'parent_task_id')?.replace(/^.*:/, '');
  const isCancelled = memberIn(task, 'cancelled') === true;
  return {
    number,
    type: textIn(task, 'type') === 'direct' ? 'direct' : 'transport',
    action: textIn(task, 'action') ?? '',
    description: textIn(task, 'description') ?? '',
    status: shown(task, 'status'),
    startedAt,
    runningNanos: numberIn(task, 'running_time_in_nanos') ?? 0,
    cancellable: memberIn(task, 'cancellable') === true,
    cancelledAt: isCancelled ? (numberIn(task, 'cancellation_time_millis') ?? startedAt) : undefined,
    parent: parent === undefined ? undefined : Number(parent),
    opaqueId: textIn(memberIn(task, 'headers'), 'X-Opaque-Id'),
  };
}

function memberIn(tree: AnswerTree | undefined, name: string): AnswerTree | undefined {
  return tree instanceof Map ? (tree as ReadonlyMap<string, AnswerTree>).get(name) : undefined;
}

function membersIn(tree: AnswerTree, name: string): AnswerTree | undefined {
  const member = memberIn(tree, name);
  return member instanceof Map ? member : undefined;
}

function textIn(tree: AnswerTree | undefined, name: string): string | undefined {
  const member = memberIn(tree, name);
  return typeof member === 'string' ? member : undefined;
}

function numberIn(tree: AnswerTree, name: string): number | undefined {
  const member = memberIn(tree, name);
  return member instanceof Long ? Number(member.digits) : undefined;
}

/** To be shown as it was written. */
function shown(tree: AnswerTree, name: string): Json | undefined {
  const member = memberIn(tree, name);
  return member === undefined ? undefined : new RawJson(compactJson(member));
}
