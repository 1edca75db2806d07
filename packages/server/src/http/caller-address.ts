import { isIP } from 'node:net';
import type { Networks } from '../config/networks.ts';

/**
 * The address of who calls: the other end of the connection, or, where that is a proxy that is trusted, whom it names in
 * `X-Forwarded-For`. Each proxy puts the address that called it behind those that it was sent, so the header is read from
 * its end, as far as proxies that are trusted wrote it: what stands before is what a stranger may have sent.
 */
export function callerAddress(peer: string, forwardedFor: string | undefined, proxies: Networks): string {
  if (forwardedFor === undefined || proxies.empty || !proxies.has(peer)) return peer;
  let caller = peer;
  for (const text of forwardedFor.split(',').reverse()) {
    const address = addressOf(text.trim());
    if (address === undefined) break;
    caller = address;
    if (!proxies.has(address)) break;
  }
  return caller;
}

/** `192.0.2.7`, `192.0.2.7:5678`, `2001:db8::1`, `[2001:db8::1]:5678`; undefined for anything else (`unknown`). */
function addressOf(text: string): string | undefined {
  const written = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text);
  const address = written?.[1] ?? written?.[2] ?? text;
  return isIP(address) === 0 ? undefined : address;
}
