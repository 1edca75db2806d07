import type { JsonTree } from './json-tree.ts';

/** Keys whose value differs from run to run or from machine to machine; their kind is still compared. */
const volatileKeys = new Set(
  `took uuid index_uuid cluster_uuid history_uuid ephemeral_id node_id pid build_hash build_date build_type number
  lucene_version timestamp creation_date epoch load_average percent cpu_percent allocation_id translog_uuid commit
  transport_address version_created max_unsafe_auto_id_timestamp id ip host created sync_id
  minimum_wire_compatibility_version minimum_index_compatibility_version estimated_size size memory
  store.size pri.store.size size.memory dataset.size shard_uuid generation translog_generation node
  _scroll_id pit_id task`.split(/\s+/),
);
const volatileKey = /(?:_in_millis|_in_nanos|_in_bytes|_millis|_nanos|_bytes|_time|_timestamp|_percent)$/;

const volatileText: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])(?=[\w-]*\d|[\w-]*[A-Z])(?=[\w-]*[a-z])[A-Za-z0-9_-]{20,22}(?![\w-])/g, '<uuid>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b127\.0\.0\.1:\d+|\[::1\]:\d+/g, '<address>'],
  [/@[0-9a-f]{5,8}\b/g, '@<hash>'],
  [/\bat\[\d{4}-[^\]]*\]/g, 'at[<date>]'],
  [/\{testattr=[^}]*\}/g, ''],
  [/No search context found for id \[\d+\]/g, 'No search context found for id [<number>]'],
  [/^(?:oracle\d+|sextant|opensearch)$/g, '<cluster>'],
];

/** Of cat tables and texts only: sizes, times and figures of the machine. */
const volatileLine: readonly (readonly [RegExp, string])[] = [
  ...volatileText,
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?Z?/g, '<date>'],
  [/\b\d\d:\d\d:\d\d\b/g, '<time>'],
  [/\b1\d{9}(?:\d{3})?\b/g, '<epoch>'],
  [/\b\d+(?:\.\d+)?(?:b|kb|mb|gb|tb|pb)\b/g, '<size>'],
  [/\b\d+(?:\.\d+)?(?:nanos|micros|ms|s|m|h|d)\b/g, '<duration>'],
];

function replaced(text: string, patterns: readonly (readonly [RegExp, string])[]): string {
  return patterns.reduce((out, [pattern, to]) => out.replace(pattern, to), text);
}

export function normaliseLine(line: string): string {
  return replaced(line, volatileLine);
}

export function normaliseString(text: string): string {
  return replaced(text, volatileText);
}

function isVolatile(key: string): boolean {
  return volatileKeys.has(key) || volatileKey.test(key);
}

/** `_source` and `fields` are the tests' own documents: nothing in them is volatile. */
export function normaliseTree(tree: JsonTree): JsonTree {
  switch (tree.kind) {
    case 'object':
      return { kind: 'object', entries: tree.entries.map(([key, value]) => normaliseEntry(key, value)) };
    case 'array':
      return { kind: 'array', items: tree.items.map(normaliseTree) };
    case 'string':
      return { kind: 'string', value: normaliseString(tree.value) };
    case 'literal':
      return tree;
  }
}

function normaliseEntry(key: string, value: JsonTree): readonly [string, JsonTree] {
  if (key === '_source' || key === 'fields') return [key, value];
  const [last = key] = key.split('.').slice(-1);
  const leaf = value.kind === 'string' || value.kind === 'literal';
  if (leaf && (isVolatile(key) || isVolatile(last)))
    return [key, { kind: 'literal', text: `<${kindOf(value)}>` }];
  return [normaliseString(key), normaliseTree(value)];
}

function kindOf(tree: JsonTree): string {
  if (tree.kind !== 'literal') return tree.kind;
  return /^[-\d]/.test(tree.text) ? 'number' : tree.text;
}
