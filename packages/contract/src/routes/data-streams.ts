import type { Route } from './route.ts';
import { indicesOptions, masterTimeouts } from './shared-params.ts';

const common = { family: 'indices', answeredBy: 'backend' } as const;

/** Data streams: append-only series of documents over indices that the service makes. */
export const dataStreamRoutes = [
  {
    ...common,
    name: 'indices.create_data_stream',
    methods: ['PUT'],
    paths: ['/_data_stream/{name}'],
    params: masterTimeouts,
    body: 'optional',
    privilege: 'indices:admin/data_stream/create',
    everywhere: true,
    effect: 'changes',
    summary: 'Make a data stream, with the index template that fits its name',
  },
  {
    ...common,
    name: 'indices.get_data_stream',
    methods: ['GET'],
    paths: ['/_data_stream', '/_data_stream/{name}'],
    params: { ...masterTimeouts, expand_wildcards: indicesOptions.expand_wildcards },
    body: 'none',
    privilege: 'indices:admin/data_stream/get',
    everywhere: true,
    effect: 'reads',
    summary: 'Data streams with their indices',
  },
  {
    ...common,
    name: 'indices.delete_data_stream',
    methods: ['DELETE'],
    paths: ['/_data_stream/{name}'],
    params: { ...masterTimeouts, expand_wildcards: indicesOptions.expand_wildcards },
    body: 'none',
    privilege: 'indices:admin/data_stream/delete',
    everywhere: true,
    effect: 'changes',
    summary: 'Delete data streams with all they hold',
  },
  {
    ...common,
    name: 'indices.data_streams_stats',
    methods: ['GET'],
    paths: ['/_data_stream/_stats', '/_data_stream/{name}/_stats'],
    params: {
      expand_wildcards: indicesOptions.expand_wildcards,
      forbid_closed_indices: {
        type: 'boolean',
        summary: 'accepted; closed indices count nothing',
        default: 'true',
      },
    },
    body: 'none',
    privilege: 'indices:monitor/data_stream/stats',
    everywhere: true,
    effect: 'reads',
    summary: 'Sizes and newest times of data streams',
  },
] as const satisfies readonly Route[];
