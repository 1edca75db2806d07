import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { router } from './router.tsx';

/** A failed call is shown at once and tried again by the panel's own clock, not silently before. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 2000, refetchIntervalInBackground: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export function Providers() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
