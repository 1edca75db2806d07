import type { Handlers } from '../context.ts';
import { nodesInfo } from './nodes-info.ts';
import { nodesStats } from './nodes-stats.ts';

export const nodesHandlers: Handlers<'nodes'> = { 'nodes.info': nodesInfo, 'nodes.stats': nodesStats };
