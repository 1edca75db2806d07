import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { parseHealth } from './health.ts';
import { indexListPath, parseIndexList } from './index-list.ts';
import { polling } from './polling.ts';
import { shape, shapeAt, text } from './shape.ts';

/** The queries that more than one screen, or the frame around them, looks at. */

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: async ({ signal }) => parseHealth(await ask({ method: 'GET', path: '/_cluster/health', signal })),
  refetchInterval: polling(5000),
});

export const indexHealthQuery = queryOptions({
  queryKey: ['health', 'indices'],
  queryFn: async ({ signal }) =>
    parseHealth(await ask({ method: 'GET', path: '/_cluster/health?level=indices', signal })),
  refetchInterval: polling(10_000),
});

export interface Identity {
  readonly nodeName: string;
  readonly clusterName: string;
  readonly clusterUuid: string;
  /** Version of the product itself. */
  readonly version: string;
  /** Version of the interface that it speaks, where that is another one. */
  readonly interfaceVersion: string | undefined;
  readonly product: string;
}

export const identityQuery = queryOptions({
  queryKey: ['identity'],
  queryFn: async ({ signal }): Promise<Identity> => {
    const root = shape(await ask({ method: 'GET', path: '/', signal }));
    const version = shapeAt(root, 'version');
    const number = text(version, 'number');
    return {
      nodeName: text(root, 'name'),
      clusterName: text(root, 'cluster_name'),
      clusterUuid: text(root, 'cluster_uuid'),
      version: text(version, 'product_version') || number,
      interfaceVersion: version.product_version === undefined ? undefined : number,
      product: text(version, 'product') || text(version, 'distribution'),
    };
  },
  refetchInterval: polling(60_000),
});

export function indexListQuery(hidden: boolean) {
  return queryOptions({
    queryKey: ['indices', { hidden }],
    queryFn: async ({ signal }) =>
      parseIndexList(await ask({ method: 'GET', path: indexListPath(hidden), signal })),
    refetchInterval: polling(10_000),
    placeholderData: keepPreviousData,
  });
}
