import type { Route } from './route.ts';

export const catRoutes = [] as const satisfies readonly Route[];
