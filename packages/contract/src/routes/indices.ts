import type { Route } from './route.ts';

export const indicesRoutes = [] as const satisfies readonly Route[];
