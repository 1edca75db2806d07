import type { Clock, Log } from '@sextant/base';
import { ConfigError, type Settings } from './config/settings.ts';
import { judgeOf } from './tls/certificate-judge.ts';
import type { ServiceTls } from './tls/service-tls.ts';
import type { TransportTls } from './transport/transport-tls.ts';

export interface TransportTlsParts {
  readonly settings: Settings;
  readonly tls: ServiceTls;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The way to what calls between clusters are encrypted with: made ready by the first who asks, to call or to be called.
 * Undefined where security is off. Rejects with ConfigError and DiskError.
 */
export function transportTls(parts: TransportTlsParts): (() => Promise<TransportTls>) | undefined {
  if (!parts.settings.get('security.enabled')) return undefined;
  let refused: TransportTls['refused'] | undefined;
  return async () => {
    const { settings, tls, clock, log } = parts;
    if (!settings.get('security.ssl.transport.enabled')) {
      throw new ConfigError(
        'security.ssl.transport.enabled is false, and with security on clusters call each other over TLS alone',
      );
    }
    const identity = await tls.identity('transport');
    if (identity.current.trusted === undefined) {
      throw new ConfigError(
        'security.ssl.transport.ca_file is missing: the authorities of all clusters that call each other',
      );
    }
    const { RefusedHandshakes } = await import('./tls/refused-handshakes.ts');
    refused ??= new RefusedHandshakes({ layer: 'transport', log, clock });
    const judge = judgeOf(settings, (layer) => tls.served(layer));
    return {
      identity,
      judge,
      refused,
      skipsNames: settings.get('security.ssl.transport.skip_domain_verify'),
    };
  };
}
