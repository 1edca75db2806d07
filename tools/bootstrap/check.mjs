// `npm run check`: format, lint, types, unused code, house rules, unit tests.
import { install, runScript } from './prepare.mjs';

install();
runScript('tools/check.ts', process.argv.slice(2));
