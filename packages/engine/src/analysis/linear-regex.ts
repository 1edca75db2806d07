import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';

const load = createRequire(import.meta.url);
let library: { readonly RE2JS: typeof RE2JS } | undefined;

/** The library takes some milliseconds to load, and few indices need it: it comes with the first expression. */
export function re2(): typeof RE2JS {
  library ??= load('#re2js') as { readonly RE2JS: typeof RE2JS };
  return library.RE2JS;
}
