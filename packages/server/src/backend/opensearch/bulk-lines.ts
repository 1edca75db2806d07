import { type ApiError, apiError, table } from '@sextant/contract';
import { isJsonObject, type JsonObject, readExactJson, writeExactJson } from './exact-json.ts';
import { LineReader } from './line-reader.ts';
import { causeBody, itemError, type RefusedItems } from './refused-items.ts';
import type { BodyNames } from './upstream-body.ts';

const actions = table({
  index: 'indices:data/write/index',
  create: 'indices:data/write/index',
  update: 'indices:data/write/update',
  delete: 'indices:data/write/delete',
});

const lineFeed = Buffer.from('\n');

/** What an action on one index came to: alike for every operation of that kind on it. */
type Judged = { readonly name: string } | { readonly refused: ApiError };

/**
 * A bulk body as it streams: every action line is read and written anew, documents go on as they came. An operation
 * that the caller may not do stays behind and is told in its place in the answer.
 */
export class BulkLines extends LineReader {
  readonly #names: BodyNames;
  readonly #refused: RefusedItems;
  readonly #index: string | undefined;
  readonly #judged = new Map<string, Judged>();
  #next: 'read' | 'pass' | 'drop' = 'read';

  /** `index`: of operations that name none. */
  constructor(names: BodyNames, refused: RefusedItems, index: string | undefined) {
    super();
    this.#names = names;
    this.#refused = refused;
    this.#index = index;
  }

  protected override passes(): 'read' | 'pass' | 'drop' {
    return this.#next;
  }

  protected override passed(): void {
    this.#next = 'read';
  }

  protected override line(bytes: Buffer, ended: boolean): void | Promise<void> {
    const parsed = readExactJson(bytes);
    if (parsed === undefined) return undefined;
    const { kind, metadata } = actionOf(parsed);
    const given = metadata._index ?? this.#index;
    // The cluster says what is missing.
    if (given === undefined) return this.#write(kind, metadata, ended);
    const key = `${kind} ${String(given)}`;
    const known = this.#judged.get(key);
    if (known !== undefined) return this.#settle(kind, metadata, known, ended);
    return this.#judge(key, kind, given).then((judged) => this.#settle(kind, metadata, judged, ended));
  }

  async #judge(key: string, kind: string, given: unknown): Promise<Judged> {
    let judged: Judged;
    try {
      judged = { name: await this.#names.item(given, 'write', actions[kind]!) };
    } catch (error) {
      judged = { refused: itemError(error) };
    }
    this.#judged.set(key, judged);
    return judged;
  }

  #settle(kind: string, metadata: JsonObject, judged: Judged, ended: boolean): void {
    if ('name' in judged) {
      // What names none goes to the index of the path, for clusters that allow no other.
      this.#write(
        kind,
        metadata._index === undefined ? metadata : { ...metadata, _index: judged.name },
        ended,
      );
      return;
    }
    const { error, status } = judged.refused;
    const _index = metadata._index ?? this.#index;
    const answer = { _index, _id: metadata._id ?? null, status, error: causeBody(error) };
    this.#refused.refuse({ [kind]: answer });
    this.#next = kind === 'delete' ? 'read' : 'drop';
  }

  #write(kind: string, metadata: JsonObject, ended: boolean): void {
    this.#refused.sent();
    this.push(writeExactJson({ [kind]: metadata }));
    // A body without its last line feed is the cluster's to refuse.
    if (ended) this.push(lineFeed);
    this.#next = kind === 'delete' ? 'read' : 'pass';
  }
}

function actionOf(parsed: unknown): { readonly kind: string; readonly metadata: JsonObject } {
  const [entry, ...others] = isJsonObject(parsed) ? Object.entries(parsed) : [];
  if (entry !== undefined && others.length === 0 && Object.hasOwn(actions, entry[0])) {
    const [kind, metadata] = entry;
    if (isJsonObject(metadata)) return { kind, metadata };
  }
  const wanted = `exactly one of [${Object.keys(actions).join(', ')}], with an object`;
  throw apiError('illegal_argument_exception', `Malformed action/metadata line, expected ${wanted}`);
}
