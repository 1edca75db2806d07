import { matchesWildcard } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import type { EmbeddedContext } from '../context.ts';

type Kind = 'require' | 'include' | 'exclude';

/** Why `index.routing.allocation.{require,include,exclude}.*` keep the index from this node; undefined where they do not. */
export function allocationFilter(context: EmbeddedContext, index: IndexMetadata): string | undefined {
  const require = filtersOf(index, 'require');
  if (require.length > 0 && !require.every((each) => each.values.every(matches(context, each.key)))) {
    return `node does not match index setting [index.routing.allocation.require] filters [${shown(require, ' AND ')}]`;
  }
  const include = filtersOf(index, 'include');
  if (include.length > 0 && !include.some((each) => each.values.some(matches(context, each.key)))) {
    return `node does not match index setting [index.routing.allocation.include] filters [${shown(include, ' OR ')}]`;
  }
  const exclude = filtersOf(index, 'exclude');
  if (exclude.some((each) => each.values.some(matches(context, each.key)))) {
    return `node matches index setting [index.routing.allocation.exclude.] filters [${shown(exclude, ' OR ')}]`;
  }
  return undefined;
}

interface Filter {
  readonly key: string;
  readonly values: readonly string[];
}

function filtersOf({ settings }: IndexMetadata, kind: Kind): readonly Filter[] {
  const prefix = `index.routing.allocation.${kind}.`;
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
