import { apiError } from '@sextant/contract';
import type { InternalCall } from '../backend/backend.ts';

/** Hidden index that holds accounts, sessions that were ended and the signing key, on either backend. */
const securityIndex = '.sextant-security';

export interface Account {
  readonly id: string;
  readonly username: string;
  readonly name?: string;
  readonly email?: string;
  readonly passwordHash: string;
  readonly roles: readonly string[];
  /** RFC 3339. */
  readonly created: string;
  readonly updated: string;
  /** Raised by a change of the password: sessions of an earlier epoch are dead. */
  readonly epoch: number;
}

/** A record with the version that a change of it must name. */
export interface Stored<T> {
  readonly value: T;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

interface GetBody {
  readonly found?: boolean;
  readonly _seq_no?: number;
  readonly _primary_term?: number;
  readonly _source?: { readonly record?: string };
}

interface SearchBody {
  readonly hits?: { readonly hits?: readonly { readonly _source?: { readonly record?: string } }[] };
}

const indexDefinition = {
  settings: { 'index.number_of_shards': 1, 'index.auto_expand_replicas': '0-1', 'index.hidden': true },
  mappings: {
    dynamic: false,
    properties: {
      kind: { type: 'keyword' },
      login: { type: 'keyword' },
      expires: { type: 'date', format: 'epoch_millis' },
    },
  },
} as const;

/** Records of the account side as documents, through the backend's port: durable and shared as the backend is. */
export class AccountStore {
  readonly #call: InternalCall;

  constructor(call: InternalCall) {
    this.#call = call;
  }

  /** Makes the index where it is missing. Several instances may try at once. */
  async prepare(): Promise<void> {
    const head = await this.#call({ method: 'HEAD', path: `/${securityIndex}` });
    if (head.status === 200) return;
    const made = await this.#call({
      method: 'PUT',
      path: `/${securityIndex}`,
      body: JSON.stringify(indexDefinition),
    });
    const exists =
      made.status === 400 && JSON.stringify(made.body).includes('resource_already_exists_exception');
    if (made.status !== 200 && !exists) throw this.#failed('the account index cannot be made', made);
  }

  async read<T>(id: string): Promise<Stored<T> | undefined> {
    const answer = await this.#call({ method: 'GET', path: this.#path('_doc', id) });
    if (answer.status === 404) return undefined;
    const body = answer.body as GetBody;
    if (answer.status !== 200 || body._source?.record === undefined) {
      throw this.#failed('an account record cannot be read', answer);
    }
    const value = JSON.parse(body._source.record) as T;
    return { value, seqNo: body._seq_no ?? 0, primaryTerm: body._primary_term ?? 0 };
  }

  /** False where a record with this id exists already. */
  async create(
    id: string,
    kind: string,
    value: object,
    searchable: Readonly<Record<string, unknown>> = {},
  ): Promise<boolean> {
    const body = JSON.stringify({ kind, ...searchable, record: JSON.stringify(value) });
    const answer = await this.#call({
      method: 'PUT',
      path: this.#path('_create', id),
      query: 'refresh=true',
      body,
    });
    if (answer.status === 409) return false;
    if (answer.status !== 201) throw this.#failed('an account record cannot be written', answer);
    return true;
  }

  /** False where the record changed since `before` was read. */
  async replace(id: string, kind: string, value: object, before: Stored<unknown>): Promise<boolean> {
    const query = `if_seq_no=${before.seqNo}&if_primary_term=${before.primaryTerm}&refresh=true`;
    const login = (value as { readonly email?: string }).email;
    const body = JSON.stringify({
      kind,
      ...(login === undefined ? {} : { login }),
      record: JSON.stringify(value),
    });
    const answer = await this.#call({ method: 'PUT', path: this.#path('_doc', id), query, body });
    if (answer.status === 409) return false;
    if (answer.status !== 200) throw this.#failed('an account record cannot be written', answer);
    return true;
  }

  /** Records of a kind, with a login where given; at most 1,000. */
  async find<T>(kind: string, login?: string): Promise<T[]> {
    const filter = [{ term: { kind } }, ...(login === undefined ? [] : [{ term: { login } }])];
    const body = JSON.stringify({ size: 1000, query: { bool: { filter } } });
    const answer = await this.#call({ method: 'POST', path: `/${securityIndex}/_search`, body });
    if (answer.status !== 200) throw this.#failed('account records cannot be searched', answer);
    const hits = (answer.body as SearchBody).hits?.hits ?? [];
    return hits.flatMap((hit) =>
      hit._source?.record === undefined ? [] : [JSON.parse(hit._source.record) as T],
    );
  }

  async remove(id: string): Promise<void> {
    await this.#call({ method: 'DELETE', path: this.#path('_doc', id) });
  }

  #path(verb: string, id: string): string {
    return `/${securityIndex}/${verb}/${encodeURIComponent(id)}`;
  }

  #failed(what: string, answer: { readonly status: number; readonly body: unknown }): Error {
    return apiError(
      'status_exception',
      `${what}: the backend answered ${answer.status} ${JSON.stringify(answer.body)}`,
    );
  }
}
