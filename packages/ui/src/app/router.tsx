import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { IndicesScreen } from '../features/indices/indices-screen.tsx';
import { parseIndicesSearch } from '../features/indices/indices-search.ts';
import { OverviewScreen } from '../features/overview/overview-screen.tsx';
import { Frame } from './frame.tsx';
import { NotFound } from './not-found.tsx';
import { ScreenError } from './screen-error.tsx';

/** The editor is most of the code and needed on one screen alone. */
const ConsoleScreen = lazy(() =>
  import('../features/console/console-screen.tsx').then((module) => ({ default: module.ConsoleScreen })),
);

const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: ScreenError,
});

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: OverviewScreen,
});

const indicesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/indices',
  validateSearch: parseIndicesSearch,
  component: function Indices() {
    const search = indicesRoute.useSearch();
    const navigate = indicesRoute.useNavigate();
    return (
      <IndicesScreen
        search={search}
        onSearch={(change) =>
          void navigate({ search: (before) => parseIndicesSearch({ ...before, ...change }), replace: true })
        }
      />
    );
  },
});

const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console',
  validateSearch: (search: Record<string, unknown>): { request?: string } =>
    typeof search.request === 'string' ? { request: search.request } : {},
  component: function Console() {
    const { request } = consoleRoute.useSearch();
    const navigate = consoleRoute.useNavigate();
    return (
      <Suspense fallback={null}>
        <ConsoleScreen
          request={request}
          onRequestTaken={() => void navigate({ search: {}, replace: true })}
        />
      </Suspense>
    );
  },
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([overviewRoute, indicesRoute, consoleRoute]),
  basepath: '/_ui',
  defaultErrorComponent: ScreenError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
