import type { SettingRow } from './setting-row.ts';
import { tlsTable } from './tls-table.ts';

export type { SettingRow };

/**
 * Every setting. Flags, environment, `sextant.yml`, `--help` and docs/operating/settings.md come from these
 * rows.
 */
export const settingsTable = {
  'account.mode': {
    type: 'enum',
    default: 'single',
    values: ['single', 'multi'],
    summary:
      'multi: a login names its user by `email`; single: without one it is the administrator who signs in',
  },
  'action.auto_create_index': {
    type: 'string',
    default: 'true',
    summary: 'whether writing to a missing index makes it: true, false, or patterns such as `+logs-*,-*`',
  },
  'action.destructive_requires_name': {
    type: 'boolean',
    default: false,
    summary: 'refuse to delete indices by wildcard or `_all`',
  },
  backend: {
    type: 'enum',
    default: 'embedded',
    values: ['embedded', 'opensearch'],
    flag: '--backend',
    summary: 'who holds the documents: the engine in this process, or an OpenSearch cluster',
  },
  'cluster.max_shards_per_node': {
    type: 'int',
    default: 1000,
    min: 1,
    max: 1_000_000,
    summary: 'a new index is refused when there would be more open shards than this',
  },
  'cluster.name': {
    type: 'string',
    default: 'sextant',
    summary: 'name of the cluster in `GET /` and health',
  },
  'compatibility.elasticsearch_version': {
    type: 'string',
    default: '7.17.29',
    summary: 'version shown to clients of Elasticsearch',
  },
  'compatibility.mode': {
    type: 'enum',
    default: 'auto',
    values: ['auto', 'elasticsearch', 'opensearch', 'native'],
    summary: 'whose identity is shown; auto goes by the client',
  },
  'compatibility.opensearch_version': {
    type: 'string',
    default: '2.19.0',
    summary: 'version shown to clients of OpenSearch',
  },
  'http.allowed_hosts': {
    type: 'list',
    default: [],
    summary:
      'names by which a service without security may be called beside those of loopback; `*` allows all',
  },
  'http.busy_poll': {
    type: 'time',
    default: '200micros',
    summary:
      'how long the thread that serves HTTP stays awake for the next request of a caller that sends one after the other, ' +
      'where there are two processors or more; 10ms at most, 0ms = it sleeps at once',
  },
  'http.compression': { type: 'boolean', default: true, summary: 'gzip answers for clients that accept it' },
  'http.cors.allow-credentials': {
    type: 'boolean',
    default: false,
    summary: 'let pages of allowed origins send the credentials that a browser keeps',
  },
  'http.cors.allow-headers': {
    type: 'list',
    default: ['X-Requested-With', 'Content-Type', 'Content-Length'],
    summary: 'headers that pages of allowed origins may send',
  },
  'http.cors.allow-methods': {
    type: 'list',
    default: ['OPTIONS', 'HEAD', 'GET', 'POST', 'PUT', 'DELETE'],
    summary: 'methods that pages of allowed origins may use',
  },
  'http.cors.allow-origin': {
    type: 'string',
    default: '',
    summary: 'origins whose pages may call: a list with commas, `*`, or a regular expression between slashes',
  },
  'http.cors.enabled': {
    type: 'boolean',
    default: false,
    summary: 'let pages of other origins call; without it they can change nothing and read nothing',
  },
  'http.cors.max-age': {
    type: 'int',
    default: 1_728_000,
    min: 0,
    max: 2_147_483_647,
    summary: 'seconds for which a browser remembers what it may do',
  },
  'http.host': { type: 'string', default: '127.0.0.1', flag: '--host', summary: 'address to listen on' },
  'http.max_content_length': {
    type: 'bytes',
    default: '100mb',
    summary: 'longest body, after decompression',
  },
  'http.max_structured_content_length': {
    type: 'bytes',
    default: '5mb',
    summary: 'longest body that is not of documents: it is read as a whole while others wait',
  },
  'http.port': {
    type: 'int',
    default: 9200,
    min: 0,
    max: 65_535,
    flag: '--port',
    summary: 'port to listen on',
  },
  'http.trusted_proxies': {
    type: 'list',
    default: [],
    summary:
      'addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` says who calls; others are not believed',
  },
  'indices.requests.cache.size': {
    type: 'string',
    default: '1%',
    summary: 'what answers of searches that are kept may take: a size, or a share of the heap',
  },
  'logger.format': {
    type: 'enum',
    default: 'plain',
    values: ['plain', 'json'],
    summary: 'form of the log lines',
  },
  'logger.level': {
    type: 'enum',
    default: 'info',
    values: ['trace', 'debug', 'info', 'warn', 'error', 'fatal'],
    summary: 'what is logged: this level and above',
  },
  'node.lock_wait': {
    type: 'time',
    default: '10s',
    summary:
      'how long a start waits for another process on the data folder to end, as one that was killed does',
  },
  'node.name': { type: 'string', summary: "name of this node; the machine's name where not given" },
  'node.store.allow_mmap': {
    type: 'boolean',
    default: true,
    summary: 'map segment files where the system can; otherwise they are read into memory',
  },
  'opensearch.ca': {
    type: 'string',
    summary: 'PEM file of the authority that signed the certificate of the cluster',
  },
  'opensearch.password': {
    type: 'string',
    secret: true,
    summary: "password of the service's account on the cluster",
  },
  'opensearch.url': {
    type: 'string',
    flag: '--opensearch-url',
    secret: true,
    summary: 'address of the OpenSearch cluster, or several with commas between them',
  },
  'opensearch.username': { type: 'string', summary: "user name of the service's account on the cluster" },
  'path.certificates': {
    type: 'string',
    flag: '--certificates',
    summary:
      'folder of the certificates that the service makes for itself, or that `sextant certificates` made; `certificates` in path.data',
  },
  'path.data': {
    type: 'list',
    default: ['data'],
    flag: '--data',
    summary:
      'folder of the embedded engine, or several with commas between them: the first holds the metadata, all of them shards',
  },
  'path.logs': {
    type: 'string',
    summary:
      'folder of the log files; `logs` in path.data unless the backend is a cluster; `none` = only the console',
  },
  'path.repo': { type: 'list', default: [], summary: 'folders in which snapshot repositories may lie' },
  'reindex.remote.allowlist': {
    type: 'list',
    default: [],
    summary:
      'other services that `_reindex` may read: `host:port`, where `*` stands for any run of characters; none where empty',
  },
  'reindex.ssl.certificate_authorities': {
    type: 'list',
    default: [],
    summary: "PEM files of the authorities that `_reindex` believes over https; the system's where empty",
  },
  'reindex.ssl.verification_mode': {
    type: 'enum',
    default: 'full',
    values: ['full', 'certificate', 'none'],
    summary: 'what `_reindex` looks at over https: authority and name, the authority alone, or nothing',
  },
  'search.max_buckets': {
    type: 'int',
    default: 65_535,
    min: 1,
    max: 10_000_000,
    summary: 'most buckets that the aggregations of one search may make',
  },
  'security.admin_password': {
    type: 'string',
    secret: true,
    env: 'SEXTANT_ADMIN_PASSWORD',
    summary: "the administrator's password at the very first start; made at random where not given",
  },
  'security.audit.retention': {
    type: 'time',
    default: '30d',
    summary: 'how long the entries of the audit log are kept in its index, a day at least',
  },
  'security.audit.type': {
    type: 'enum',
    default: 'log4j',
    values: ['log4j', 'internal_opensearch'],
    summary: 'where the audit log goes: its files, or an index of the service itself as well',
  },
  'security.authcz.admin_dn': {
    type: 'list',
    default: [],
    separator: ';',
    summary:
      'names (`CN=…,O=…`, `;` between them) in client certificates of those who may do everything; no wildcards',
  },
  'security.enabled': {
    type: 'boolean',
    default: true,
    flag: '--no-security',
    summary: 'ask who calls and what they may do; may be off only on a loopback address',
  },
  'security.masking_salt': {
    type: 'string',
    secret: true,
    summary:
      "makes hashes of masked fields this service's own, 16 bytes: as plugins.security.compliance.salt of OpenSearch; made of the secret where not given",
  },
  'security.nodes_dn': {
    type: 'list',
    default: [],
    separator: ';',
    summary:
      'names (`CN=*.search.example,O=…`, `;` between them) in certificates of nodes of other clusters; needless where they carry the registered id 1.2.3.4.5.5',
  },
  'security.reset_admin_password': {
    type: 'boolean',
    default: false,
    summary:
      'give the administrator another password at this start: SEXTANT_ADMIN_PASSWORD, or one at random',
  },
  'security.secret': {
    type: 'string',
    secret: true,
    summary:
      'wraps the key of sessions in the backend, at least 16 characters; the same for all instances over one cluster',
  },
  'security.secret_file': {
    type: 'string',
    flag: '--secret-file',
    summary: 'file that holds security.secret',
  },
  ...tlsTable,
  'thread_pool.flush.queue_size': {
    type: 'int',
    default: 1000,
    min: -1,
    max: 1_000_000,
    summary: 'flushes that may wait before others are refused with 429; -1 = any number',
  },
  'thread_pool.get.queue_size': {
    type: 'int',
    default: 1000,
    min: -1,
    max: 1_000_000,
    summary: 'reads by id that may wait before others are refused with 429; -1 = any number',
  },
  'thread_pool.management.queue_size': {
    type: 'int',
    default: 1000,
    min: -1,
    max: 1_000_000,
    summary: 'calls for figures and states that may wait before others are refused with 429; -1 = any number',
  },
  'thread_pool.refresh.queue_size': {
    type: 'int',
    default: 1000,
    min: -1,
    max: 1_000_000,
    summary: 'refreshes that may wait before others are refused with 429; -1 = any number',
  },
  'thread_pool.search.divide_limit': {
    type: 'time',
    default: '3ms',
    summary:
      'a search that is expected to take as long, or longer, is done by several threads while some are idle; ' +
      '0ms = every one that can be',
  },
  'thread_pool.search.inline_limit': {
    type: 'time',
    default: '2ms',
    summary:
      'the thread that serves HTTP itself does searches that are expected to take no longer, and one that is alone up to twice as long ' +
      'where that is seen to be sooner; 0ms = none',
  },
  'thread_pool.search.queue_size': {
    type: 'int',
    default: 1000,
    min: -1,
    max: 1_000_000,
    summary: 'searches that may wait for a thread before others are refused with 429; -1 = any number',
  },
  'thread_pool.search.size': {
    type: 'int',
    default: 0,
    min: 0,
    max: 256,
    summary: 'threads for longer searches, started when they are first needed; 0 = one for each processor',
  },
  'thread_pool.snapshot.queue_size': {
    type: 'int',
    default: 1000,
    min: -1,
    max: 1_000_000,
    summary: 'calls for snapshots that may wait before others are refused with 429; -1 = any number',
  },
  'thread_pool.write.queue_size': {
    type: 'int',
    default: 10_000,
    min: -1,
    max: 1_000_000,
    summary: 'writes that may wait for a thread before others are refused with 429; -1 = any number',
  },
  'thread_pool.write.size': {
    type: 'int',
    default: 0,
    min: 0,
    max: 64,
    summary:
      'threads that write, each the indices that it has; further ones are started when indices wait for each other; 0 = half the processors, at least 1',
  },
  'transport.host': {
    type: 'string',
    summary:
      'address where other clusters call, by default 127.0.0.1; given, or with `transport.port`, it is opened',
  },
  'transport.port': {
    type: 'string',
    summary:
      'port where other clusters call, or a range such as `9300-9400` of which the first free one is taken',
  },
} as const satisfies Record<string, SettingRow>;

export type SettingName = keyof typeof settingsTable;

type RowOf<K extends SettingName> = (typeof settingsTable)[K];

type Filled<K extends SettingName> = RowOf<K> extends { readonly default: unknown } ? never : undefined;

/** What a setting holds: numbers for sizes (bytes) and times (milliseconds), words of an enum as such. */
export type SettingValue<K extends SettingName> =
  | (RowOf<K>['type'] extends 'boolean'
      ? boolean
      : RowOf<K>['type'] extends 'int' | 'bytes' | 'time'
        ? number
        : RowOf<K>['type'] extends 'list'
          ? readonly string[]
          : RowOf<K> extends { readonly values: readonly (infer W)[] }
            ? W
            : string)
  | Filled<K>;

export function environmentName(name: SettingName): string {
  const row: SettingRow = settingsTable[name];
  return row.env ?? `SEXTANT_${name.toUpperCase().replaceAll(/[.-]/g, '_')}`;
}
