import type { Client } from './client.ts';

/** Blocks of an index that keep it from being looked at or taken away; they go one by one. */
const blocks = ['index.blocks.read_only', 'index.blocks.metadata', 'index.blocks.read_only_allow_delete'];

/** Takes indices away, whatever blocks them; `spared` stay. */
export async function removeIndices(raw: Client, spared: (name: string) => boolean): Promise<void> {
  const listed = await raw.call('GET', '/_resolve/index/*?expand_wildcards=all');
  const { indices } = listed.body as { readonly indices: readonly { readonly name: string }[] };
  for (const { name } of indices) {
    if (spared(name)) continue;
    const path = `/${encodeURIComponent(name)}`;
    if ((await raw.call('DELETE', path)).status === 200) continue;
    for (const block of blocks) await raw.call('PUT', `${path}/_settings`, { [block]: false });
    await raw.call('DELETE', path);
  }
}

/**
 * Takes away whatever a cluster of the tests holds, system indices and settings too: each file of tests that uses it
 * begins and ends so, and one runs after the other.
 */
export async function emptyCluster(raw: Client): Promise<void> {
  const nothing = { '*': null };
  await raw.call('PUT', '/_cluster/settings', { persistent: nothing, transient: nothing });
  await removeIndices(raw, () => false);
}
