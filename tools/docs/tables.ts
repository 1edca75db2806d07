import {
  commonParams,
  type ErrorRow,
  errorTable,
  type Family,
  type ParamSpec,
  routeTable,
} from '@sextant/contract';
import {
  clusterSettings,
  environmentName,
  indexSettings,
  type SettingName,
  type SettingRegistry,
  type SettingRow,
  settingsTable,
} from '@sextant/server';

/** A document that is made from a table of the sources. */
export interface TableDocument {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

const made = 'Made from the sources by `npm run docs`; do not edit.';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

function errorsText(): string {
  const rows = Object.entries<ErrorRow>(errorTable).map(([type, { status, when }]) => [
    `\`${type}\``,
    String(status),
    when,
  ]);
  rows.sort((a, b) => (a[0]! < b[0]! ? -1 : 1));
  return [
    '# Errors',
    '',
    made,
    '',
    'Every error of the search interface is `{"error":{"root_cause":[…],"type":…,"reason":…},"status":…}`; those of the',
    'account area are `{"status":…,"error":{"reason":…}}`. The status is the usual one of the type; an error that is',
    'caused by another may carry the status of its cause.',
    '',
    table(['type', 'status', 'when'], rows),
    '',
  ].join('\n');
}

function defaultText(row: SettingRow): string {
  if (row.default === undefined || row.default.toString() === '') return '';
  return `\`${row.default.toString()}\``;
}

function valuesText(row: SettingRow): string {
  switch (row.type) {
    case 'enum':
      return row.values.join(', ');
    case 'int':
      return `${row.min} to ${row.max}`;
    case 'boolean':
      return 'true, false';
    case 'bytes':
      return 'a size: 100mb';
    case 'time':
      return 'a time: 10s';
    case 'list':
      return 'list';
    case 'string':
      return 'text';
  }
}

function settingsText(): string {
  const rows = Object.entries<SettingRow>(settingsTable).map(([name, row]) => [
    `\`${name}\``,
    row.flag === undefined ? '' : `\`${row.flag}\``,
    `\`${environmentName(name as SettingName)}\``,
    valuesText(row),
    defaultText(row),
    row.summary,
  ]);
  return [
    '# Settings',
    '',
    made,
    '',
    'By flag, by environment variable, or in `sextant.yml` (nested or with dotted names); the first that names a setting',
    'wins. Every setting can also be given as `-E name=value`. `--no-security` sets `security.enabled` to false.',
    '',
    table(['setting', 'flag', 'environment', 'values', 'default', 'meaning'], rows),
    '',
  ].join('\n');
}

const changes = {
  dynamic: 'at any time',
  static: 'at a start',
  final: 'when the index is made',
  private: 'by the service',
} as const;

function registryTable(
  registry: SettingRegistry,
  texts: Readonly<Record<keyof typeof changes, string>>,
): string {
  const rows = registry
    .rows()
    .map(([name, { type, update, default: fallback, defaultText, heeded }]) => [
      `\`${name}\``,
      type.values,
      defaultText ?? (fallback === undefined || fallback.length === 0 ? '' : `\`${String(fallback)}\``),
      texts[update],
      heeded === false ? '**not heeded**' : heeded,
    ]);
  return table(['setting', 'values', 'default', 'changes', 'heeded by'], rows);
}

function settingsReferenceText(): string {
  return [
    '# Settings of the cluster and of indices',
    '',
    made,
    '',
    'What `PUT /_cluster/settings` and `PUT /{index}/_settings` take; the settings of a start are in',
    '[operating/settings.md](operating/settings.md). A setting that is not heeded is checked, kept and shown, so that',
    'clients and their templates work, and changes nothing else. A `*` stands for any name.',
    '',
    '## Cluster',
    '',
    registryTable(clusterSettings, changes),
    '',
    '## Index',
    '',
    registryTable(indexSettings, { ...changes, static: 'while the index is closed' }),
    '',
  ].join('\n');
}

function paramText([name, spec]: readonly [string, ParamSpec]): string {
  const type = spec.type === 'enum' ? (spec.values ?? []).join('/') : spec.type;
  return `\`${name}\` (${type})`;
}

function compatibilityText(): string {
  const families = [...new Set<Family>(routeTable.map(({ family }) => family))].sort();
  const sections = families.flatMap((family) => {
    const rows = routeTable
      .filter((route) => route.family === family)
      .map((route) => [
        `\`${route.methods.join(' ')}\``,
        route.paths.map((path) => `\`${path}\``).join('<br>'),
        route.summary,
        Object.entries<ParamSpec>(route.params).map(paramText).join(', '),
        `\`${route.privilege}\``,
      ]);
    return [`## ${family}`, '', table(['methods', 'paths', 'what', 'parameters', 'privilege'], rows), ''];
  });
  return [
    '# Compatibility',
    '',
    made,
    '',
    'Every endpoint that is served, with all the parameters that it takes; a parameter that is not here is refused by',
    'name. What differs from OpenSearch is in [deviations.md](deviations.md). Every endpoint takes',
    `${Object.entries<ParamSpec>(commonParams).map(paramText).join(', ')}.`,
    '',
    ...sections,
  ].join('\n');
}

/** Every document that is made from a table. */
export function tableDocuments(): readonly TableDocument[] {
  return [
    { path: 'docs/errors.md', text: errorsText() },
    { path: 'docs/operating/settings.md', text: settingsText() },
    { path: 'docs/settings-reference.md', text: settingsReferenceText() },
    { path: 'docs/compatibility.md', text: compatibilityText() },
  ];
}
