import type { JsonMap } from '@sextant/contract';
import type { Backend, BackendIdentity, Dialect } from '../backend/backend.ts';
import { buildHash, type Compatibility, productVersion, shownVersion } from '../config/product.ts';
import type { ServiceHandler, ServiceHandlers } from '../http/service-request.ts';

/**
 * Fixed: there is no build of Elasticsearch or OpenSearch behind the numbers, but clients read these keys.
 */
const build = { hash: buildHash, date: '2026-11-01T00:00:00.000Z' } as const;

/** `GET /` and `HEAD /`. */
export function infoHandlers(
  backend: Backend,
  compatibility: Compatibility,
): ServiceHandlers<'info' | 'ping'> {
  const info: ServiceHandler<'info' | 'ping'> = async ({ dialect }) => {
    const identity = await backend.identity();
    return { kind: 'json', status: 200, body: infoBody(identity, compatibility, dialect) };
  };
  return { info, ping: info };
}

function infoBody(identity: BackendIdentity, compatibility: Compatibility, dialect: Dialect): JsonMap {
  const { tagline, version } = rimOf(dialect, shownVersion(compatibility, dialect));
  return {
    name: identity.nodeName,
    cluster_name: identity.clusterName,
    cluster_uuid: identity.clusterUuid,
    version: {
      ...version,
      distributor: 'Sextant',
      product: 'sextant',
      product_version: productVersion,
    },
    tagline,
  };
}

function rimOf(dialect: Dialect, number: string): { readonly tagline: string; readonly version: JsonMap } {
  const common = {
    build_hash: build.hash,
    build_date: build.date,
    build_snapshot: false,
  };
  if (dialect.family === 'opensearch') {
    return {
      tagline: 'The OpenSearch Project: https://opensearch.org/',
      version: {
        distribution: 'opensearch',
        number,
        build_type: 'tar',
        ...common,
        lucene_version: '9.12.1',
        minimum_wire_compatibility_version: '7.10.0',
        minimum_index_compatibility_version: '7.0.0',
      },
    };
  }
  if (dialect.family === 'native') {
    return {
      tagline: 'Sextant: a light search service',
      version: { distribution: 'sextant', number, build_type: 'tar', ...common, lucene_version: '9.12.1' },
    };
  }
  const isSeven = dialect.major <= 7;
  return {
    tagline: 'You Know, for Search',
    version: {
      number,
      build_flavor: 'default',
      build_type: 'tar',
      ...common,
      lucene_version: isSeven ? '8.11.3' : '9.12.1',
      minimum_wire_compatibility_version: isSeven ? '6.8.0' : `${dialect.major - 1}.0.0`,
      minimum_index_compatibility_version: isSeven ? '6.0.0-beta1' : `${dialect.major - 1}.0.0`,
    },
  };
}
