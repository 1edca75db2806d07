import { BlockList, isIP } from 'node:net';

/** A set of addresses and networks. */
export class Networks {
  readonly #addresses = new BlockList();
  readonly empty: boolean;

  /** Addresses (`10.0.0.7`, `fd00::1`) and networks (`10.0.0.0/8`). Throws an Error that names what is neither. */
  constructor(texts: readonly string[]) {
    this.empty = texts.length === 0;
    for (const text of texts) this.#add(text);
  }

  /** False for what is no address. An IPv4 address is the same when it is written as an IPv6 one. */
  has(address: string): boolean {
    const bare = withoutZone(address);
    const family = isIP(bare);
    return family !== 0 && this.#addresses.check(bare, typeOf(family));
  }

  #add(text: string): void {
    const [address = '', length, ...more] = text.split('/');
    const family = isIP(address);
    const wrong = new Error(`[${text}] is neither an address nor a network such as 10.0.0.0/8`);
    if (family === 0 || address.includes('%') || more.length > 0) throw wrong;
    if (length === undefined) {
      this.#addresses.addAddress(address, typeOf(family));
      return;
    }
    const bits = Number(length);
    if (!/^\d{1,3}$/.test(length) || bits > (family === 4 ? 32 : 128)) throw wrong;
    this.#addresses.addSubnet(address, bits, typeOf(family));
  }
}

function typeOf(family: number): 'ipv4' | 'ipv6' {
  return family === 4 ? 'ipv4' : 'ipv6';
}

/** `fe80::1%eth0`: the zone says by which way this machine reaches the address. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0]!;
}
