import type { Clock, Log } from '@sextant/base';
import type { Backend } from './backend/backend.ts';
import { ConfigError, type Settings } from './config/settings.ts';
import { transportAddress } from './config/transport-address.ts';
import type { TransportTls } from './transport/transport-tls.ts';

/** Where other clusters call, once it is open. */
interface OpenTransport {
  readonly port: number;
  close(): Promise<void>;
}

interface Parts {
  readonly settings: Settings;
  readonly backend: Backend;
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined: security is off. */
  readonly tls: (() => Promise<TransportTls>) | undefined;
}

/**
 * Opens the address where other clusters call, if the settings ask for one; only then it is loaded. Throws ConfigError
 * where the address cannot be had.
 */
export async function openTransport(parts: Parts): Promise<OpenTransport | undefined> {
  const { settings, backend, clock, log } = parts;
  const address = transportAddress(settings);
  if (address === undefined) return undefined;
  const tls = await parts.tls?.();
  const { TransportServer } = await import('./transport/transport-server.ts');
  const { clusterName, clusterUuid } = await backend.identity();
  const handlers = backend.remoteHandlers?.() ?? new Map();
  try {
    const cluster = { clusterName, clusterUuid };
    const server = await TransportServer.listen({ ...address, cluster, handlers, clock, log, tls });
    log.log('info', 'transport', 'other clusters may call', { host: address.host, port: server.port });
    return server;
  } catch (error) {
    throw new ConfigError(failureText(error, address.host, settings.get('transport.port')));
  }
}

function failureText(error: unknown, host: string, ports: string | undefined): string {
  const at = ports === undefined ? `${host}` : `${host}:${ports}`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return `The port ${at} of transport.port is in use by another process: stop it, or choose another port.`;
  }
  const why = error instanceof Error ? error.message : String(error);
  return `Other clusters cannot be listened to on ${at} (${why}): choose another transport.host or transport.port.`;
}
