// Runs a TypeScript file of this repository with a Node that can: `node tools/bootstrap/run.mjs FILE [ARGS]`.
import { install, runScript } from './prepare.mjs';

install();
runScript(process.argv[2], process.argv.slice(3));
