import { accessTokenRoutes } from './access-tokens.ts';
import { accountRoutes } from './account.ts';
import { byQueryRoutes } from './by-query.ts';
import { catRoutes } from './cat.ts';
import { clusterRoutes } from './cluster.ts';
import { documentRoutes } from './document.ts';
import { indicesRoutes } from './indices.ts';
import { ingestRoutes } from './ingest.ts';
import { listRoutes } from './list.ts';
import { nodesRoutes } from './nodes.ts';
import { replicationRoutes } from './replication.ts';
import type { Route } from './route.ts';
import { scriptRoutes } from './scripts.ts';
import { searchRoutes } from './search.ts';
import { searchPipelineRoutes } from './search-pipelines.ts';
import { searchTemplateRoutes } from './search-templates.ts';
import { securityRoutes } from './security.ts';
import { serviceRoutes } from './service.ts';
import { severalNodesRoutes } from './several-nodes.ts';
import { tasksRoutes } from './tasks.ts';

const rows = [
  ...accountRoutes,
  ...accessTokenRoutes,
  ...byQueryRoutes,
  ...catRoutes,
  ...clusterRoutes,
  ...documentRoutes,
  ...indicesRoutes,
  ...ingestRoutes,
  ...listRoutes,
  ...nodesRoutes,
  ...replicationRoutes,
  ...scriptRoutes,
  ...searchRoutes,
  ...searchPipelineRoutes,
  ...searchTemplateRoutes,
  ...securityRoutes,
  ...serviceRoutes,
  ...severalNodesRoutes,
  ...tasksRoutes,
] as const satisfies readonly Route[];

/** A row with its names and parameters as literal types. */
export type TableRow = (typeof rows)[number];

/** Every endpoint. What is not here is not served. */
export const routeTable: readonly Route[] = rows;
