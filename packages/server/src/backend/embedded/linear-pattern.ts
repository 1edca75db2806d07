/** Regular expressions of users run on the engine's own kind: see there. */
export { LinearPattern } from '@sextant/engine';
