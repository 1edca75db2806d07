import type { Backend } from '../backend/backend.ts';
import type { ServiceHandlers } from '../http/service-request.ts';

/** A name-based id: the same for the same cluster, in the form of a UUID. */
function uidOf(clusterUuid: string): string {
  const hex = Buffer.from(clusterUuid.padEnd(16, '.')).subarray(0, 16).toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/**
 * What Logstash and Beats ask before they send anything: is a licence active? Everything here is free to use,
 * which is what `basic` and `active` say in their language.
 */
export function licenseHandlers(
  backend: Backend,
): ServiceHandlers<'license.get' | 'xpack.info' | 'xpack.usage'> {
  const issued = { issue_date: '2026-01-01T00:00:00.000Z', issue_date_in_millis: 1_767_225_600_000 };
  return {
    'license.get': async () => {
      const { clusterName, clusterUuid } = await backend.identity();
      const license = {
        status: 'active',
        uid: uidOf(clusterUuid),
        type: 'basic',
        ...issued,
        max_nodes: 1000,
        max_resource_units: null,
        issued_to: clusterName,
        issuer: 'sextant',
        start_date_in_millis: -1,
      };
      return { kind: 'json', status: 200, body: { license } };
    },
    'xpack.info': async ({ params }) => {
      const { clusterUuid } = await backend.identity();
      const body = {
        build: { hash: 'unknown', date: issued.issue_date },
        license: { uid: uidOf(clusterUuid), type: 'basic', mode: 'basic', status: 'active' },
        features: { security: { available: true, enabled: true } },
        tagline: 'You know, for X',
      };
      const { categories } = params;
      const shown =
        categories === undefined
          ? body
          : Object.fromEntries(Object.entries(body).filter(([key]) => categories.includes(key)));
      return { kind: 'json', status: 200, body: shown };
    },
    'xpack.usage': async () => ({
      kind: 'json',
      status: 200,
      body: { security: { available: true, enabled: true } },
    }),
  };
}
