import type { ConsoleCall } from '../../lib/console-lines.ts';
import { nameGroups } from '../../lib/name-groups.ts';

const body = JSON.stringify({ index: { number_of_replicas: 0 } });

export function replicaCalls(names: readonly string[]): readonly (ConsoleCall & { readonly body: string })[] {
  return nameGroups(names).map((group) => ({ method: 'PUT', path: `/${group}/_settings`, body }));
}
