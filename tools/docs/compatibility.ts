import type { ParamSpec, Route } from '@sextant/contract';

const familyOrder = [
  'document',
  'search',
  'indices',
  'cluster',
  'nodes',
  'cat',
  'account',
  'service',
] as const;

const introduction = `# Compatibility

Every endpoint that is served, with its parameters. This page is made from the route table
(\`node tools/bootstrap/run.mjs tools/docs/write.ts\`); what is not here is answered with 400 and the sentence
\`no handler found for uri\`. A parameter that is not named here is refused, with the nearest one that is.

Beside its own parameters every endpoint takes: COMMON.

Where we differ on purpose: [deviations.md](deviations.md).
`;

function describe(name: string, spec: ParamSpec): string {
  const type = spec.values === undefined ? spec.type : spec.values.join(' \\| ');
  const fallback = spec.default === undefined ? '' : `, default \`${spec.default}\``;
  return `\`${name}\` (${type}${fallback})`;
}

function section(family: string, routes: readonly Route[]): string {
  const lines = [`## ${family}`, '', '| call | answers | parameters | privilege |', '|---|---|---|---|'];
  for (const route of routes) {
    const calls = route.paths.map((path) => `\`${route.methods.join(', ')} ${path}\``).join('<br>');
    const params = Object.entries(route.params).map(([name, spec]) => describe(name, spec));
    lines.push(`| ${calls} | ${route.summary} | ${params.join(', ')} | \`${route.privilege}\` |`);
  }
  return lines.join('\n');
}

/** The page docs/compatibility.md, from the route table. */
export function renderCompatibility(
  routes: readonly Route[],
  common: Readonly<Record<string, ParamSpec>>,
): string {
  const named = Object.entries(common).map(([name, spec]) => describe(name, spec));
  const sections = familyOrder
    .map((family) =>
      section(
        family,
        routes.filter((route) => route.family === family),
      ),
    )
    .join('\n\n');
  return `${introduction.replace('COMMON', named.join(', '))}\n${sections}\n`;
}
