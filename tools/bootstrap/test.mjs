// `npm test`: sets itself up, then runs every test. Arguments go to vitest.
import { install, runFirst, runScript } from './prepare.mjs';

install();
runFirst('tools/build/build.ts', ['--quiet']);
runScript('tools/run-tests.ts', process.argv.slice(2));
