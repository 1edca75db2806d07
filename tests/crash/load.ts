import type { SeededRandom } from '@sextant/base/testing';
import { type Answer, at, type Client } from '../support/client.ts';
import type { DocumentModel, Source } from './document-model.ts';
import type { IndexModel } from './index-model.ts';

/** Each writer has so many ids of its own in every index. */
const IDS_PER_WRITER = 25;

export interface Load {
  readonly random: SeededRandom;
  readonly documents: ReadonlyMap<string, DocumentModel>;
  readonly shortLived: IndexModel;
  /** Ascends through the whole test, so that no two bodies are alike. */
  next(): number;
}

interface Operation {
  readonly kind: 'index' | 'update' | 'delete';
  readonly index: string;
  readonly id: string;
  readonly body: Source | undefined;
}

/** Runs until a call is not answered. Rejects where an answer is not what it should be. */
export async function runWriter(client: Client, load: Load, writer: number): Promise<void> {
  for (;;) {
    const count = load.random.float() < 0.5 ? 1 : 2 + load.random.below(30);
    const operations = distinct(Array.from({ length: count }, () => begin(load, writer)));
    const refresh = load.random.pick(['', '', '', '', '', '?refresh=true', '?refresh=wait_for']);
    const single = operations.length === 1;
    for (const each of operations) load.documents.get(each.index)!.begin(each.id, outcomeOf(load, each));
    const answer = await answered(
      single ? callOne(client, operations[0]!, refresh) : callBulk(client, operations, refresh),
    );
    if (answer === undefined) return;
    const rows = single ? [answer.body] : bulkRows(answer);
    operations.forEach((each, i) => {
      const version = at(rows[i], '_version');
      const seqNo = at(rows[i], '_seq_no');
      if (typeof version !== 'number' || typeof seqNo !== 'number') {
        throw new Error(`${JSON.stringify(each)} was answered ${answer.status} ${JSON.stringify(rows[i])}`);
      }
      load.documents.get(each.index)!.acknowledge(each.id, version, seqNo);
    });
  }
}

/** Refreshes, flushes and merges at random until a call is not answered. */
export async function runKeeper(client: Client, load: Load): Promise<void> {
  for (;;) {
    const index = load.random.pick([...load.documents.keys()]);
    const action = load.random.pick([
      '_refresh',
      '_refresh',
      '_flush',
      '_flush?force=true',
      '_forcemerge?max_num_segments=1',
      '_forcemerge?only_expunge_deletes=true',
    ]);
    const answer = await answered(client.call('POST', `/${index}/${action}`));
    if (answer === undefined) return;
    if (answer.status !== 200) throw new Error(`${index}/${action} was answered ${answer.text}`);
    await new Promise((resolve) => setTimeout(resolve, load.random.below(40)));
  }
}

/** Creates, closes, opens and deletes indices until a call is not answered. */
export async function runCreator(client: Client, load: Load): Promise<void> {
  for (;;) {
    const name = `short-${load.next()}`;
    const steps = [
      ['PUT', `/${name}`, 'open'],
      ['POST', `/${name}/_close`, 'close'],
      ['POST', `/${name}/_open`, 'open'],
      ['DELETE', `/${name}`, 'missing'],
    ] as const;
    for (const [method, path, outcome] of steps) {
      load.shortLived.begin(name, outcome);
      const answer = await answered(client.call(method, path));
      if (answer === undefined) return;
      if (answer.status !== 200) throw new Error(`${method} ${path} was answered ${answer.text}`);
      load.shortLived.acknowledge(name);
    }
    await new Promise((resolve) => setTimeout(resolve, load.random.below(40)));
  }
}

function begin(load: Load, writer: number): Operation {
  const { random } = load;
  const index = random.pick([...load.documents.keys()]);
  const id = `${writer}-${random.below(IDS_PER_WRITER)}`;
  const kind = random.pick(['index', 'index', 'update', 'delete'] as const);
  if (kind === 'delete') return { kind, index, id, body: undefined };
  const n = load.next();
  // Now and then a field that the mapping does not have yet.
  const extra = n % 40 === 0 ? { [`field_${n}`]: n } : {};
  return { kind, index, id, body: kind === 'update' ? { updated: n, ...extra } : { n, ...extra } };
}

function outcomeOf(load: Load, { kind, index, id, body }: Operation): Source | undefined {
  if (kind !== 'update') return body;
  return { ...load.documents.get(index)!.sourceOf(id), ...body };
}

/** One operation for each document: what an id becomes must be told by one answer alone. */
function distinct(operations: readonly Operation[]): readonly Operation[] {
  return [...new Map(operations.map((each) => [`${each.index}/${each.id}`, each])).values()];
}

function callOne(client: Client, { kind, index, id, body }: Operation, query: string): Promise<Answer> {
  if (kind === 'delete') return client.call('DELETE', `/${index}/_doc/${id}${query}`);
  if (kind === 'index') return client.call('PUT', `/${index}/_doc/${id}${query}`, body);
  return client.call('POST', `/${index}/_update/${id}${query}`, { doc: body, doc_as_upsert: true });
}

function callBulk(client: Client, operations: readonly Operation[], query: string): Promise<Answer> {
  const lines = operations.flatMap(({ kind, index, id, body }) => {
    const head = JSON.stringify({ [kind]: { _index: index, _id: id } });
    if (kind === 'delete') return [head];
    return [head, JSON.stringify(kind === 'update' ? { doc: body, doc_as_upsert: true } : body)];
  });
  return client.call('POST', `/_bulk${query}`, `${lines.join('\n')}\n`);
}

function bulkRows(answer: Answer): readonly unknown[] {
  const items = at(answer.body, 'items');
  if (!Array.isArray(items)) throw new Error(`_bulk was answered ${answer.text}`);
  return items.map((item: Readonly<Record<string, unknown>>) => Object.values(item)[0]);
}

/** Undefined where the connection broke before the whole answer was there. */
async function answered(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
