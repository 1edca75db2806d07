import { isIPv6 } from 'node:net';

/**
 * What counts as one caller when logins are counted: an IPv4 address, or the /64 of an IPv6 address, of which every
 * household and every rented machine has 2^64.
 */
export function callerNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped !== null) return mapped[1]!;
  const bare = address.split('%', 1)[0]!;
  if (!isIPv6(bare)) return bare;
  return `${leadingGroups(bare).join(':')}::/64`;
}

/** The first four of the eight groups, without leading zeros. */
function leadingGroups(address: string): string[] {
  const [before = '', after] = address.split('::', 2);
  const head = groupsOf(before);
  const tail = after === undefined ? [] : groupsOf(after);
  // A trailing IPv4 part stands for two groups.
  const length = head.length + tail.length + (address.includes('.') ? 1 : 0);
  const zeros = after === undefined ? 0 : 8 - length;
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':');
}
