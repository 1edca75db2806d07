import { ConfigError, type Settings } from './settings.ts';

/** Where other clusters call. */
export interface TransportAddress {
  readonly host: string;
  /** The first that is free; [0] = any. */
  readonly ports: readonly number[];
}

const defaultHost = '127.0.0.1';
const defaultPorts = '9300-9400';
const portMax = 65_535;

/** The address that the settings ask for; undefined where none of them is given. Throws ConfigError. */
export function transportAddress(settings: Settings): TransportAddress | undefined {
  const host = settings.get('transport.host');
  const ports = settings.get('transport.port');
  if (host === undefined && ports === undefined) return undefined;
  return { host: host ?? defaultHost, ports: portsOf(ports ?? defaultPorts) };
}

function portsOf(text: string): readonly number[] {
  const [first, last = first, ...more] = text.split('-').map((part) => part.trim());
  const [from, to] = [portOf(first), portOf(last)];
  if (from === undefined || to === undefined || to < from || more.length > 0) {
    throw new ConfigError(
      `[transport.port] must be a port from 0 to ${portMax} or a range such as ${defaultPorts} and not [${text}]`,
    );
  }
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,5}$/.test(text)) return undefined;
  const port = Number(text);
  return port <= portMax ? port : undefined;
}
