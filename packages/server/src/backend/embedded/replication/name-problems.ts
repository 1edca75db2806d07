const bytesMax = 255;

/** What keeps an index that follows or is followed, or a rule, from being called so: all of it, in OpenSearch's words. */
export function nameProblems(name: string): readonly string[] {
  const found: readonly [boolean, string][] = [
    [name !== name.toLowerCase(), 'must be lowercase'],
    [
      name === '' || /[ "*\\<|,>/?]/.test(name),
      'must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]',
    ],
    [/[#:]/.test(name), "must not contain '#' or ':'"],
    [/^\.\.?$/.test(name), "must not be '.' or '..'"],
    [/^[_\-+]/.test(name), "must not start with '_' or '-' or '+'"],
    [Buffer.byteLength(name) > bytesMax, `must not be longer than ${bytesMax} bytes`],
    [name.startsWith('.'), "must not start with '.'"],
  ];
  return found.flatMap(([isSo, problem]) => (isSo ? [`Value ${name} ${problem}`] : []));
}
