import Mustache from 'mustache';

/** A part of a template: `#` and `^` have parts of their own. */
export interface TemplatePart {
  readonly kind: 'text' | 'name' | '&' | '#' | '^' | '>';
  /** The text, or the name. */
  readonly value: string;
  readonly from: number;
  readonly to: number;
  readonly parts: readonly TemplatePart[];
}

type Token = readonly [kind: string, value: string, from: number, to: number, inner?: readonly Token[]];

/** The library reads the grammar; what its parts mean is ours. Throws Error in its own words. */
export function parseMustache(source: string): readonly TemplatePart[] {
  const writer = new Mustache.Writer();
  const parts = (writer.parse(source) as unknown as readonly Token[]).flatMap(partOf);
  writer.clearCache();
  return parts;
}

const kinds: ReadonlySet<string> = new Set(['text', 'name', '&', '#', '^', '>']);

function partOf([kind, value, from, to, inner]: Token): TemplatePart[] {
  if (!kinds.has(kind)) return [];
  const parts = Array.isArray(inner) ? (inner as readonly Token[]).flatMap(partOf) : [];
  return [{ kind: kind as TemplatePart['kind'], value, from, to, parts }];
}
