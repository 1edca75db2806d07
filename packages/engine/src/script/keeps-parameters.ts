import type { Expression, ScriptNode } from './ast.ts';

/** What only asks the map of the parameters. */
const asking: ReadonlySet<string> = new Set(['containsKey', 'get', 'getOrDefault', 'isEmpty', 'size']);

/** Whether a script leaves the map of its parameters as it is: it asks for what is in there, and gives the map to nobody. */
export function keepsParameters(script: ScriptNode): boolean {
  // Long sums are deep.
  const open: unknown[] = [script];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    const node = part as Expression;
    if (isParameters(node) || (node.kind === 'reference' && node.owner === 'params')) return false;
    if ((node.kind === 'assign' || node.kind === 'step') && asks(node.target)) return false;
    for (const inner of Object.values(asks(node) ? { ...node, object: null } : node)) open.push(inner);
  }
  return true;
}

function isParameters(node: Expression): boolean {
  return node.kind === 'name' && node.name === 'params';
}

/** What is asked is the map itself. */
function asks(node: Expression): boolean {
  if (node.kind === 'member' || node.kind === 'index') return isParameters(node.object);
  return node.kind === 'call' && asking.has(node.name) && isParameters(node.object);
}
