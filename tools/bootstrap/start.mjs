// `npm start`: installs what is missing, builds what changed, serves. Arguments go to the service.
import { install, runFirst, runScript } from './prepare.mjs';

install();
runFirst('tools/build/build.ts', ['--quiet']);
runScript('bin/sextant.mjs', process.argv.slice(2));
