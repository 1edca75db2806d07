import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/client.ts';
import { polling } from '../../lib/polling.ts';
import { sampleOf, samples, withSample } from './activity.ts';
import { parseClusterFigures, parseNodeFigures } from './cluster-figures.ts';

export const clusterFiguresQuery = queryOptions({
  queryKey: ['cluster', 'stats'],
  queryFn: async ({ signal }) =>
    parseClusterFigures(await ask({ method: 'GET', path: '/_cluster/stats', signal })),
  refetchInterval: polling(10_000),
});

export const nodeFiguresQuery = queryOptions({
  queryKey: ['nodes', 'stats'],
  queryFn: async ({ signal }) => {
    const nodes = parseNodeFigures(await ask({ method: 'GET', path: '/_nodes/stats', signal }));
    samples.set(withSample(samples.get(), sampleOf(nodes, Date.now())));
    return nodes;
  },
  refetchInterval: polling(5000),
});
