import type { ServiceRouteName } from '@sextant/contract';
import type { Backend, BackendResponse } from '../../backend/backend.ts';
import type { ServiceHandlers, ServiceRequest } from '../service-request.ts';

export interface Answerers {
  readonly backend: Backend;
  readonly services: ServiceHandlers;
}

/** The request goes to whom its row names: the backend behind the port, or the service itself. */
export function dispatch(
  request: ServiceRequest,
  { backend, services }: Answerers,
): Promise<BackendResponse> | BackendResponse {
  const { route } = request;
  if (route.answeredBy === 'backend') return backend.handle(request);
  // The parameters were checked against the row that the name belongs to: the one place that says so.
  const handler = services[route.name as ServiceRouteName] as ServiceHandlers[ServiceRouteName];
  return handler(request as never);
}
