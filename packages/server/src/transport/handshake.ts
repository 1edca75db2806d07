import { ApiError } from '@sextant/contract';
import type { WireValue } from './remote-clusters.ts';
import { wireMap, wireText } from './wire-shapes.ts';

/** What changes in a way that an older side cannot read has a new number. */
const wireVersion = 1;
const product = 'sextant';
const lengthMax = 256;

export const handshakeAction = 'internal:transport/handshake';

/** A cluster as it says itself who it is. */
export interface ClusterName {
  readonly clusterName: string;
  readonly clusterUuid: string;
}

/** `secured`: whether security is on, here. */
export function handshakeBody({ clusterName, clusterUuid }: ClusterName, secured: boolean): WireValue {
  return {
    product,
    version: wireVersion,
    cluster_name: clusterName,
    cluster_uuid: clusterUuid,
    secured,
  };
}

/** Who the other side is. Throws ApiError that says what does not fit, on whichever side this is read. */
export function readHandshake(value: WireValue, secured: boolean): ClusterName {
  const given = wireMap(value);
  if (given?.product !== product) throw refused('the other side is no Sextant');
  if (given.version !== wireVersion) {
    const other = typeof given.version === 'number' ? given.version : '?';
    throw refused(
      `the other side speaks version [${other}] of the transport protocol, this one [${wireVersion}]: bring both to the same release`,
    );
  }
  if (given.secured !== secured) {
    throw refused('security is on at one side and off at the other: have it on, or off, at both');
  }
  const clusterName = wireText(given.cluster_name);
  const clusterUuid = wireText(given.cluster_uuid);
  if (!isName(clusterName) || !isName(clusterUuid)) throw refused('the other side has no name and id');
  return { clusterName, clusterUuid };
}

function isName(text: string | undefined): text is string {
  return text !== undefined && text.length > 0 && text.length <= lengthMax;
}

function refused(why: string): ApiError {
  return new ApiError({
    type: 'connect_transport_exception',
    reason: `handshake failed: ${why}`,
    status: 500,
  });
}
