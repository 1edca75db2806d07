import { ConfigError, type Settings } from './config/settings.ts';
import { AllowedHosts } from './http/allowed-hosts.ts';
import { CorsRules } from './http/cors.ts';
import type { OriginRules } from './http/pipeline/guard-origin.ts';
import { LinearPattern } from './patterns/linear-pattern.ts';

/** Credentials tell who calls; without them the name must, by which the service is called. Throws ConfigError. */
export function originRules(settings: Settings): OriginRules {
  const hosts = settings.get('security.enabled')
    ? undefined
    : new AllowedHosts([settings.get('http.host'), ...settings.get('http.allowed_hosts')]);
  if (!settings.get('http.cors.enabled')) return { hosts, cors: undefined };
  const cors = new CorsRules({
    allowOrigin: settings.get('http.cors.allow-origin'),
    allowMethods: settings.get('http.cors.allow-methods'),
    allowHeaders: settings.get('http.cors.allow-headers'),
    allowCredentials: settings.get('http.cors.allow-credentials'),
    maxAgeSeconds: settings.get('http.cors.max-age'),
    compile: (expression) => new LinearPattern(expression),
  });
  if (cors.problem !== undefined) throw new ConfigError(cors.problem);
  return { hosts, cors };
}
