import { hostname, networkInterfaces } from 'node:os';

const linkLocal = /^fe80:/i;

/** By what this machine may be called: its name, loopback, and its addresses that others can reach. */
export function machineNames(): readonly string[] {
  const addresses = Object.values(networkInterfaces())
    .flatMap((one) => one ?? [])
    .map(({ address }) => address)
    .filter((address) => !linkLocal.test(address));
  return ['localhost', '127.0.0.1', '::1', hostname(), ...addresses];
}
