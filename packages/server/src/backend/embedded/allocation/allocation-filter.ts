import { matchesWildcard } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import type { EmbeddedContext } from '../context.ts';

type Kind = 'require' | 'include' | 'exclude';

/** Why `{cluster,index}.routing.allocation.{require,include,exclude}.*` keep the index from this node; undefined where they do not. */
export function allocationFilter(context: EmbeddedContext, index: IndexMetadata): string | undefined {
  return (
    whyFiltered(context, context.settings.flat, clusterWords) ??
    whyFiltered(context, index.settings, indexWords)
  );
}

/** What OpenSearch says, by what the filters are of. */
interface Words {
  readonly of: 'cluster' | 'index';
  readonly include: string;
  readonly exclude: string;
}

const clusterWords: Words = {
  of: 'cluster',
  include: 'node does not cluster setting [cluster.routing.allocation.include]',
  exclude: 'node matches cluster setting [cluster.routing.allocation.exclude]',
};
const indexWords: Words = {
  of: 'index',
  include: 'node does not match index setting [index.routing.allocation.include]',
  exclude: 'node matches index setting [index.routing.allocation.exclude.]',
};

type Settings = Readonly<Record<string, string | readonly string[]>>;

function whyFiltered(context: EmbeddedContext, settings: Settings, words: Words): string | undefined {
  const filters = (kind: Kind): readonly Filter[] =>
    filtersOf(settings, `${words.of}.routing.allocation.${kind}.`);
  const require = filters('require');
  if (require.length > 0 && !require.every((each) => each.values.every(matches(context, each.key)))) {
    const setting = `${words.of} setting [${words.of}.routing.allocation.require]`;
    return `node does not match ${setting} filters [${shown(require, ' AND ')}]`;
  }
  const include = filters('include');
  if (include.length > 0 && !include.some((each) => each.values.some(matches(context, each.key)))) {
    return `${words.include} filters [${shown(include, ' OR ')}]`;
  }
  const exclude = filters('exclude');
  if (exclude.some((each) => each.values.some(matches(context, each.key)))) {
    return `${words.exclude} filters [${shown(exclude, ' OR ')}]`;
  }
  return undefined;
}

interface Filter {
  readonly key: string;
  readonly values: readonly string[];
}

function filtersOf(settings: Settings, prefix: string): readonly Filter[] {
  return Object.entries(settings)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => ({ key: name.slice(prefix.length), values: valuesOf(value) }))
    .filter(({ values }) => values.length > 0)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function valuesOf(value: string | readonly string[]): readonly string[] {
  const parts = typeof value === 'string' ? value.split(',') : value;
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function shown(filters: readonly Filter[], joint: string): string {
  return filters.map(({ key, values }) => `${key}:"${values.join(joint)}"`).join(',');
}

/** Whether this node has the value under the key: its name, id, address or one of its attributes. */
function matches(context: EmbeddedContext, key: string): (value: string) => boolean {
  const { nodeName, identity, node } = context;
  const own = new Map([
    ['_name', nodeName],
    ['_id', identity.nodeId],
    ['_ip', node.host],
    ['_host', node.host],
    ['_host_ip', node.host],
    ['_publish_ip', node.host],
    ...Object.entries(context.nodeAttributes),
  ]).get(key);
  return (value) => own !== undefined && matchesWildcard(value, own);
}
