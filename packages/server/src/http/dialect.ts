import type { Dialect } from '../backend/backend.ts';
import { buildHash, type Compatibility, majorOf, shownVersion } from '../config/product.ts';
import { mediaType } from './media-type.ts';

/** Clients of Elasticsearch by name: their major version decides what they can read. */
const elasticsearchClient = /^(?:elasticsearch-[a-z-]+|elastic|go-elasticsearch|elastic-[a-z]+)\/(\d+)/i;
const openSearchClient = /^opensearch-/i;

/** Chooses the dialect of a request: `compatible-with`, else the client's name and version, else the mode. */
export class DialectChooser {
  readonly #compatibility: Compatibility;
  readonly #fallback: Dialect;
  readonly #byAgent = new Map<string, Dialect>();

  constructor(compatibility: Compatibility) {
    this.#compatibility = compatibility;
    this.#fallback = fallbackOf(compatibility);
  }

  /** `Elasticsearch-7.17.29-unknown`, with the hash of a build: who speaks in a warning header. */
  product(dialect: Dialect): string {
    const name = dialect.family === 'opensearch' ? 'OpenSearch' : 'Elasticsearch';
    return `${name}-${shownVersion(this.#compatibility, dialect)}-${buildHash}`;
  }

  choose(headers: Readonly<Record<string, string | undefined>>): Dialect {
    if (this.#compatibility.mode !== 'auto') return this.#fallback;
    const asked = compatibleWith(headers.accept) ?? compatibleWith(headers['content-type']);
    if (asked !== undefined) return ofElasticsearch(asked, false);
    const agent = headers['user-agent'];
    if (agent === undefined) return this.#fallback;
    let dialect = this.#byAgent.get(agent);
    if (dialect === undefined) {
      dialect = ofAgent(agent) ?? this.#fallback;
      if (this.#byAgent.size < 256) this.#byAgent.set(agent, dialect);
    }
    return dialect;
  }
}

function fallbackOf({ mode, elasticsearchVersion, openSearchVersion }: Compatibility): Dialect {
  if (mode === 'opensearch') return ofOpenSearch(majorOf(openSearchVersion));
  if (mode === 'native') return { family: 'native', major: 1, documentType: false, openSearchKeys: true };
  const dialect = ofElasticsearch(majorOf(elasticsearchVersion), false);
  return mode === 'auto' ? { ...dialect, openSearchKeys: true } : dialect;
}

function ofOpenSearch(major: number): Dialect {
  return { family: 'opensearch', major, documentType: false, openSearchKeys: true };
}

function ofElasticsearch(major: number, documentType: boolean): Dialect {
  return { family: 'elasticsearch', major, documentType, openSearchKeys: false };
}

function compatibleWith(header: string | undefined): number | undefined {
  if (header === undefined || !header.includes('compatible-with')) return undefined;
  for (const part of header.split(',')) {
    const type = mediaType(part.trim());
    if (typeof type !== 'string' && type.compatibleWith !== undefined) return type.compatibleWith;
  }
  return undefined;
}

function ofAgent(agent: string): Dialect | undefined {
  if (openSearchClient.test(agent)) return ofOpenSearch(2);
  const client = elasticsearchClient.exec(agent);
  if (client === null) return undefined;
  const major = Number(client[1]);
  const isBeat = /^elastic-/i.test(agent);
  return ofElasticsearch(major, major <= 7 && !isBeat);
}
