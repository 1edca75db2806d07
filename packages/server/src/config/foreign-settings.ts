import { wildcardTest } from '@sextant/contract';

const oneNode = 'there is one node';
const security = 'accounts are kept by the service itself: see docs/operating/security.md';
const tls = 'of TLS can be set what docs/operating/security.md names';
const runtime = 'the runtime and the engine are others';
const files = 'the files are others, and memory is managed otherwise';

/** Settings that files of Elasticsearch and OpenSearch hold and that mean nothing here, with why. */
const foreign: readonly (readonly [pattern: string, why: string])[] = [
  ['bootstrap.*', runtime],
  ['cluster.initial_cluster_manager_nodes', oneNode],
  ['cluster.initial_master_nodes', oneNode],
  ['cluster.routing.allocation.awareness.*', oneNode],
  ['discovery.*', oneNode],
  ['gateway.*', oneNode],
  ['http.bind_host', 'the address to listen on is `http.host`'],
  ['http.publish_host', 'nobody asks where to call: there is one node'],
  ['indices.breaker.total.*', files],
  ['indices.fielddata.*', files],
  ['indices.memory.*', files],
  ['indices.queries.cache.*', files],
  ['indices.query.bool.max_clause_count', 'the limit is fixed'],
  ['ingest.geoip.*', 'there is no such processor'],
  ['network.publish_host', oneNode],
  ['node.cluster_manager', 'the one node has all roles'],
  ['node.data', 'the one node has all roles'],
  ['node.ingest', 'the one node has all roles'],
  ['node.master', 'the one node has all roles'],
  ['node.max_local_storage_nodes', oneNode],
  ['node.ml', 'the one node has all roles'],
  ['node.roles', 'the one node has all roles'],
  ['plugins.security.ssl.*', tls],
  ['plugins.security.*', security],
  ['script.*', 'scripts are always allowed, and bounded by themselves'],
  ['security.allow_default_init_securityindex', security],
  ['security.audit.*', security],
  ['security.restapi.*', security],
  ['security.ssl.http.enable_openssl_if_available', tls],
  ['security.ssl.http.enabled_ciphers', tls],
  ['security.ssl.transport.enable_openssl_if_available', tls],
  ['security.ssl.transport.enabled_ciphers', tls],
  ['security.ssl.transport.enabled_protocols', tls],
  ['security.ssl.transport.resolve_hostname', tls],
  ['security.system_indices.*', security],
  ['transport.*', 'nodes talk over HTTP alone'],
  ['xpack.ml.*', 'there is no such feature'],
  ['xpack.monitoring.*', 'there is no such feature'],
  ['xpack.security.http.ssl.*', tls],
  ['xpack.security.transport.ssl.*', tls],
  ['xpack.security.*', security],
];

const tests = foreign.map(([pattern, why]) => ({ matches: wildcardTest(pattern), why }));

/** Why a setting of another system means nothing here; undefined where it is not known at all. */
export function whyForeign(name: string): string | undefined {
  return tests.find(({ matches }) => matches(name))?.why;
}

const attributePrefix = 'node.attr.';

/** The name of an attribute of the node that a setting gives; undefined for other settings. */
export function attributeOf(name: string): string | undefined {
  const attribute = name.startsWith(attributePrefix) ? name.slice(attributePrefix.length) : '';
  return attribute === '' ? undefined : attribute;
}
