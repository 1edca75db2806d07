import type { Route } from './route.ts';

export const clusterRoutes = [] as const satisfies readonly Route[];
