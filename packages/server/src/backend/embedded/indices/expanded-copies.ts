import type { FlatSettings } from '../../../cluster/flat-settings.ts';

const copies = 'index.number_of_replicas';

/** `index.auto_expand_replicas`, as a single node heeds it: a range from 0 leaves no replica, any other changes nothing. */
export function expandedCopies(settings: FlatSettings): { readonly [copies]?: string } {
  const range = settings['index.auto_expand_replicas'];
  return typeof range === 'string' && range.startsWith('0-') ? { [copies]: '0' } : {};
}
