import type { Route } from '@sextant/contract';
import type { Access } from '../../backend/access.ts';

/**
 * Whether the caller may ask for the row at all: by a right of the cluster, or on some index. On which ones is
 * judged where their names are resolved, by the same access. Throws 403.
 */
export function authorize({ privilege, everywhere }: Route, access: Access): void {
  if (privilege !== 'public' && privilege !== 'authenticated')
    access.check(privilege, everywhere ? ['*'] : []);
}
