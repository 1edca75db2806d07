import { requireBoost, requireObject, toTextList } from './json-reader.ts';
import { unknownField } from './match-all.ts';
import type { IdsNode } from './query-node.ts';

/** `{"ids":{"values":["1","2"]}}` */
export function parseIds(body: unknown): IdsNode {
  let values: readonly string[] = [];
  let boost = 1;
  for (const [name, value] of Object.entries(requireObject('ids', body))) {
    if (name === 'values') values = toTextList(value);
    else if (name === 'boost') boost = requireBoost(value);
    else throw unknownField('ids', name);
  }
  return Object.freeze({ kind: 'ids', values: Object.freeze([...new Set(values)]), boost });
}
