/** `_source` of a request: whether, and which paths of the document (`*` matches anything, dots too). */
export interface SourceFilter {
  readonly wanted: boolean;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

export const wholeSource: SourceFilter = { wanted: true, includes: [], excludes: [] };

/** `_source` of the URL (true, false or paths) with its includes and excludes; undefined: none was given. */
export function sourceFilterOfParams(params: Readonly<Record<string, unknown>>): SourceFilter | undefined {
  const list = (name: string): readonly string[] => (params[name] as readonly string[] | undefined) ?? [];
  const includes = [...list('_source_includes'), ...list('_source_include')];
  const excludes = [...list('_source_excludes'), ...list('_source_exclude')];
  const given = list('_source');
  const [first] = given;
  if (given.length === 1 && (first === 'true' || first === 'false')) {
    return { wanted: first === 'true', includes, excludes };
  }
  if (given.length + includes.length + excludes.length === 0) return undefined;
  return { wanted: true, includes: [...given, ...includes], excludes };
}

/** `_source` of a body: boolean, path, paths, or `{includes, excludes}`; undefined: none was given. */
export function sourceFilterOfBody(value: unknown): SourceFilter | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return { wanted: value, includes: [], excludes: [] };
  if (typeof value !== 'object') return { wanted: true, includes: [String(value)], excludes: [] };
  if (Array.isArray(value)) return { wanted: true, includes: value.map(String), excludes: [] };
  const { includes, include, excludes, exclude } = value as Readonly<Record<string, unknown>>;
  return { wanted: true, includes: paths(includes ?? include), excludes: paths(excludes ?? exclude) };
}

function paths(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** The document with only the wanted paths; values are copied letter by letter, so no number changes. */
export function filterSource(source: Uint8Array, filter: SourceFilter): Uint8Array {
  if (filter.includes.length + filter.excludes.length === 0) return source;
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('utf8');
  const scan = new SourceScan(text, pathTest(filter.includes), pathTest(filter.excludes));
  return Buffer.from(scan.document());
}

type PathTest = (path: string) => boolean;

/** A pattern matches a path and everything below it. No patterns: undefined. */
function pathTest(patterns: readonly string[]): PathTest | undefined {
  if (patterns.length === 0) return undefined;
  const sources = patterns.map((pattern) =>
    pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*'),
  );
  const compiled = new RegExp(`^(?:${sources.join('|')})(?:\\..*)?$`, 's');
  return (path) => compiled.test(path);
}

/** One pass over a well-formed JSON text. */
class SourceScan {
  private at = 0;
  private readonly text: string;
  private readonly includes: PathTest | undefined;
  private readonly excludes: PathTest | undefined;

  constructor(text: string, includes: PathTest | undefined, excludes: PathTest | undefined) {
    this.text = text;
    this.includes = includes;
    this.excludes = excludes;
  }

  document(): string {
    this.space();
    return this.object('', true) ?? '{}';
  }

  /** The kept part; undefined = nothing is kept. `included`: the path itself was asked for. */
  private value(path: string, included: boolean): string | undefined {
    const char = this.text[this.at];
    if (char === '{') return this.object(path, included);
    if (char === '[') return this.list(path, included);
    const scalar = this.scalar();
    return included ? scalar : undefined;
  }

  private object(path: string, included: boolean): string | undefined {
    this.at++;
    const members: string[] = [];
    for (this.space(); this.text[this.at] !== '}'; this.separator()) {
      const key = this.scalar();
      this.space();
      this.at++;
      this.space();
      const name: string = JSON.parse(key);
      const child = path === '' ? name : `${path}.${name}`;
      if (this.excludes?.(child) === true) {
        this.skip();
        continue;
      }
      const kept = this.value(child, this.includes === undefined || this.includes(child));
      if (kept !== undefined) members.push(`${key}:${kept}`);
    }
    this.at++;
    return members.length > 0 || included ? `{${members.join(',')}}` : undefined;
  }

  private list(path: string, included: boolean): string | undefined {
    this.at++;
    const items: string[] = [];
    for (this.space(); this.text[this.at] !== ']'; this.separator()) {
      const kept = this.value(path, included);
      if (kept !== undefined) items.push(kept);
    }
    this.at++;
    return items.length > 0 || included ? `[${items.join(',')}]` : undefined;
  }

  private skip(): void {
    const char = this.text[this.at];
    if (char !== '{' && char !== '[') {
      this.scalar();
      return;
    }
    let depth = 0;
    do {
      const here = this.text[this.at];
      if (here === '"') {
        this.scalar();
        continue;
      }
      if (here === '{' || here === '[') depth++;
      else if (here === '}' || here === ']') depth--;
      this.at++;
    } while (depth > 0);
  }

  /** A string with its quotes, a number or a word, as written. */
  private scalar(): string {
    const start = this.at;
    if (this.text[start] === '"') {
      for (this.at++; this.text[this.at] !== '"'; this.at++) if (this.text[this.at] === '\\') this.at++;
      this.at++;
    } else {
      while (this.at < this.text.length && !' \t\r\n,]}:'.includes(this.text[this.at]!)) this.at++;
    }
    return this.text.slice(start, this.at);
  }

  private separator(): void {
    this.space();
    if (this.text[this.at] === ',') this.at++;
    this.space();
  }

  private space(): void {
    while (this.at < this.text.length && ' \t\r\n'.includes(this.text[this.at]!)) this.at++;
  }
}
