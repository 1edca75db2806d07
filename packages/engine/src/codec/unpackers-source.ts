/**
 * Writes the source of `unpack-group.ts`: one unrolled function per bit width and use, because a loop with a variable
 * width is several times slower.
 */

const GROUP = 32;
const MAX_WIDTH = 31;

function at(name: string, index: number): string {
  return index === 0 ? name : `${name} + ${index}`;
}

/** The expression for value i of a group that starts at words[o]. */
function valueAt(width: number, i: number): string {
  const bit = i * width;
  const word = bit >>> 5;
  const shift = bit & 31;
  const mask = `0x${(2 ** width - 1).toString(16)}`;
  const low = `words[${at('o', word)}]!`;
  if (shift + width > 32) {
    return `((${low} >>> ${shift}) | (words[${at('o', word + 1)}]! << ${32 - shift})) & ${mask}`;
  }
  if (shift + width === 32) return `${low} >>> ${shift}`;
  return shift === 0 ? `${low} & ${mask}` : `(${low} >>> ${shift}) & ${mask}`;
}

function countsFunction(width: number): string[] {
  const lines = [
    `function counts${width}(words: Uint32Array, o: number, out: Int32Array, p: number): void {`,
  ];
  for (let i = 0; i < GROUP; i++) lines.push(`  out[${at('p', i)}] = 1 + (${valueAt(width, i)});`);
  return [...lines, '}', ''];
}

function gapsFunction(width: number): string[] {
  const lines = [
    `function gaps${width}(words: Uint32Array, o: number, out: Int32Array, p: number, v: number): number {`,
  ];
  for (let i = 0; i < GROUP; i++) {
    const last = i === 0 ? 'v' : `v${i - 1}`;
    lines.push(
      `  const v${i} = (${last} + 1 + (${valueAt(width, i)})) | 0;`,
      `  out[${at('p', i)}] = v${i};`,
    );
  }
  return [...lines, `  return v${GROUP - 1};`, '}', ''];
}

const HEAD = `// Written by unpackers-source.ts; its test compares the two. Not edited by hand.

/** Values per group: they take exactly \`width\` words. */
export const GROUP = ${GROUP};
`;

const UNPACK_COUNTS = `/** Unpacks a group of counts minus 1 at word \`o\` into \`out[p, p + ${GROUP})\`. Widths 1 to ${MAX_WIDTH}. */
export function unpackCounts(width: number, words: Uint32Array, o: number, out: Int32Array, p: number): void {
  COUNTS[width - 1]!(words, o, out, p);
}
`;

const UNPACK_GAPS = `/**
 * Unpacks a group of gaps minus 1 at word \`o\` and adds them up from \`last\` into \`out[p, p + ${GROUP})\`. Widths 1 to
 * ${MAX_WIDTH}. Returns the last sum.
 */
export function unpackGaps(
  width: number,
  words: Uint32Array,
  o: number,
  out: Int32Array,
  p: number,
  last: number,
): number {
  return GAPS[width - 1]!(words, o, out, p, last);
}
`;

export function unpackersSource(): string {
  const widths = Array.from({ length: MAX_WIDTH }, (_, i) => i + 1);
  const table = (name: string): string[] => [
    `const ${name.toUpperCase()} = [`,
    ...widths.map((width) => `  ${name}${width},`),
    '];',
    '',
  ];
  return [
    HEAD,
    ...widths.flatMap(countsFunction),
    ...widths.flatMap(gapsFunction),
    ...table('counts'),
    ...table('gaps'),
    UNPACK_COUNTS,
    UNPACK_GAPS,
  ].join('\n');
}
