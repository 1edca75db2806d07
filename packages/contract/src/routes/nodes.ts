import type { Route } from './route.ts';

export const nodesRoutes = [] as const satisfies readonly Route[];
