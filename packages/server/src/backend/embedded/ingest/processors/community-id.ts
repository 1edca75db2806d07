import { createHash } from 'node:crypto';
import { tryParseIp } from '@sextant/engine';
import { failed, type IngestDocument } from '../ingest-document.ts';
import { className, isNumber, javaText, type Value } from '../java-values.ts';
import type { ProcessorType } from '../processor.ts';
import type { Config } from '../processor-config.ts';
import { notOf, textOf } from './field-values.ts';

interface Protocol {
  readonly code: number;
  readonly hasPorts: boolean;
  /** Of messages: the type of the answer, by the type of the question; those without one go one way. */
  readonly answers?: ReadonlyMap<number, number>;
}

/** Both ways of each pair. */
function pairs(...list: readonly (readonly [number, number])[]): ReadonlyMap<number, number> {
  return new Map(list.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
}

const icmp: Protocol = {
  code: 1,
  hasPorts: false,
  answers: pairs([0, 8], [9, 10], [13, 14], [15, 16], [17, 18]),
};
const icmp6: Protocol = {
  code: 58,
  hasPorts: false,
  answers: pairs([128, 129], [130, 131], [133, 134], [135, 136], [139, 140], [144, 145]),
};

const protocols: ReadonlyMap<string, Protocol> = new Map([
  ['ICMP', icmp],
  ['TCP', { code: 6, hasPorts: true }],
  ['UDP', { code: 17, hasPorts: true }],
  ['IPV6-ICMP', icmp6],
  ['ICMP_V6', icmp6],
  ['SCTP', { code: 132, hasPorts: true }],
]);

/** As OpenSearch limits ports, whatever its error says. */
const PORT_MAX = 63_335;

/** The names of the fields that a flow is read from. */
interface FlowFields {
  readonly sourceIp: string;
  readonly sourcePort: string | undefined;
  readonly destinationIp: string;
  readonly destinationPort: string | undefined;
  readonly protocolNumber: string | undefined;
  readonly protocol: string | undefined;
  readonly icmpType: string | undefined;
  readonly icmpCode: string | undefined;
}

/** The Community ID of a flow, https://github.com/corelight/community-id-spec, version 1. */
export const communityId: ProcessorType = (config) => {
  const fields = flowFields(config);
  const seed = config.whole('seed') ?? 0;
  if (seed < 0 || seed > 65_535) throw config.wrong('seed', 'seed must be between 0 and 65535');
  const target = config.optionalText('target_field') ?? 'community_id';
  const ignoreMissing = config.flag('ignore_missing', false);
  return (document) => {
    try {
      document.set(target, `1:${flowHash(new FlowReader(document, fields), seed)}`);
    } catch (error) {
      if (error instanceof Missing && ignoreMissing) return;
      throw error instanceof Missing ? failed(error.message) : error;
    }
  };
};

/** Something is not there, which may not matter. */
class Missing extends Error {}

function flowFields(config: Config): FlowFields {
  return {
    sourceIp: config.text('source_ip_field'),
    sourcePort: config.optionalText('source_port_field'),
    destinationIp: config.text('destination_ip_field'),
    destinationPort: config.optionalText('destination_port_field'),
    protocolNumber: config.optionalText('iana_protocol_number_field'),
    protocol: config.optionalText('protocol_field'),
    icmpType: config.optionalText('icmp_type_field'),
    icmpCode: config.optionalText('icmp_code_field'),
  };
}

class FlowReader {
  readonly #document: IngestDocument;
  readonly fields: FlowFields;

  constructor(document: IngestDocument, fields: FlowFields) {
    this.#document = document;
    this.fields = fields;
  }

  protocol(): Protocol {
    const { protocolNumber, protocol } = this.fields;
    const number = isGiven(protocolNumber) ? this.#int(protocolNumber) : undefined;
    const name = isGiven(protocol) ? this.#text(protocol) : undefined;
    if (number !== undefined) {
      const known = [...protocols.values()].find(({ code }) => code === number);
      if (known === undefined) throw failed(`unsupported iana protocol number [${number}]`);
      return known;
    }
    if (name === undefined) {
      throw new Missing(
        `cannot resolve protocol by neither iana protocol number field [${protocolNumber ?? null}] nor protocol name field [${protocol ?? null}]`,
      );
    }
    const known = protocols.get(name.toUpperCase());
    if (known === undefined) throw failed(`unsupported protocol [${name}]`);
    return known;
  }

  ip(field: string): Uint8Array {
    if (field === '') {
      throw new Missing('both source ip field path and destination ip field path cannot be null nor empty');
    }
    const text = this.#text(field);
    if (text === undefined || text === '') {
      throw new Missing(`ip address in the field [${field}] is null or empty`);
    }
    const bytes = tryParseIp(text);
    if (bytes === undefined) {
      throw failed(`ip address [${text}] in the field [${field}] is not a valid ipv4/ipv6 address`);
    }
    return text.includes(':') ? bytes : bytes.slice(-4);
  }

  port(field: string | undefined): number {
    if (!isGiven(field)) {
      throw new Missing('both source port and destination port field path cannot be null nor empty');
    }
    const about = `port in the field path [${field}] is`;
    const port = this.#int(field);
    if (port === undefined) {
      throw new Missing(`both source port and destination port cannot be null, but ${about} null`);
    }
    if (port >= 0 && port <= PORT_MAX) return port;
    throw failed(`both source port and destination port must be between 0 and 65535, but ${about} [${port}]`);
  }

  message(field: string | undefined, part: string): number {
    if (!isGiven(field)) throw new Missing(`icmp message ${part} field path cannot be null nor empty`);
    const value = this.#int(field);
    if (value === undefined) throw new Missing(`icmp message ${part} cannot be null`);
    if (value >= 0 && value <= 255) return value;
    throw failed(`invalid icmp message ${part} [${value}]`);
  }

  #text(field: string): string | undefined {
    const value = this.#document.optional(field);
    return value === undefined ? undefined : textOf(field, value);
  }

  #int(field: string): number | undefined {
    const value: Value | undefined = this.#document.optional(field);
    if (value === undefined) return undefined;
    if (isNumber(value) && className(value) === 'java.lang.Integer') return Number(javaText(value));
    throw notOf(field, value, 'java.lang.Integer');
  }
}

const isGiven = (field: string | undefined): field is string => field !== undefined && field !== '';

interface End {
  readonly ip: Uint8Array;
  readonly port: number;
}

function flowHash(flow: FlowReader, seed: number): string {
  const protocol = flow.protocol();
  const [from, to] = [flow.ip(flow.fields.sourceIp), flow.ip(flow.fields.destinationIp)];
  if (from.length !== to.length) throw failed('source ip and destination ip must have same format');
  const { ports, isOneWay } = portsOf(flow, protocol);
  const ends: [End, End] = [
    { ip: from, port: ports[0] },
    { ip: to, port: ports[1] },
  ];
  // Both directions of a flow have one hash.
  if (!isOneWay && !isBefore(...ends)) ends.reverse();
  const [first, second] = ends;
  return createHash('sha1')
    .update(twoBytes(seed))
    .update(first.ip)
    .update(second.ip)
    .update(Uint8Array.of(protocol.code, 0))
    .update(twoBytes(first.port))
    .update(twoBytes(second.port))
    .digest('base64');
}

function portsOf(flow: FlowReader, { hasPorts, answers }: Protocol) {
  const { fields } = flow;
  if (hasPorts) {
    const ports = [flow.port(fields.sourcePort), flow.port(fields.destinationPort)] as const;
    return { ports, isOneWay: false };
  }
  const type = flow.message(fields.icmpType, 'type');
  const answer = answers?.get(type);
  const code = answer ?? flow.message(fields.icmpCode, 'code');
  return { ports: [type, code] as const, isOneWay: answer === undefined };
}

function isBefore(a: End, b: End): boolean {
  const order = Buffer.compare(a.ip, b.ip);
  return order < 0 || (order === 0 && a.port < b.port);
}

function twoBytes(value: number): Uint8Array {
  return Uint8Array.of(value >>> 8, value & 255);
}
