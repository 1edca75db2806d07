// `npm test`: sets itself up, then runs every test. Arguments are parts of paths; `--all` holds the slow sessions with clients, too.
import { install, runFirst, runScript } from './prepare.mjs';

install();
runFirst('tools/build/build.ts', ['--quiet']);
runScript('tools/run-tests.ts', process.argv.slice(2));
