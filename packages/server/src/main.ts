import { write } from 'node:fs';
import { resolve } from 'node:path';
import { DiskError } from '@sextant/base';
import { NodeDisk, SystemClock, SystemRandom } from '@sextant/base/node';
import { checkDataDirectory } from '@sextant/engine';
import {
  type CertificatesCommand,
  type DiagnoseCommand,
  diagnosePassword,
  helpText,
  parseCommandLine,
  type ResetPasswordCommand,
} from './config/command-line.ts';
import { dataPaths } from './config/data-paths.ts';
import { productVersion } from './config/product.ts';
import type { GivenSetting, Settings } from './config/settings.ts';
import { requireUsed } from './config/used-folders.ts';
import { type EndPorts, endService, FailedStart, nothingOpen } from './end-service.ts';
import { startErrorText } from './start-error.ts';
import { type RunningService, readSettings, startService } from './start-service.ts';

/** Running requests get this long to end. */
const graceMs = 2_000;

/** The runtime exits only when every call of a disk has returned. */
const endPorts: EndPorts = {
  clock: new SystemClock(),
  write: (text) => write(process.stderr.fd, text, () => {}),
  exit: (code) => process.exit(code),
  kill: () => process.kill(process.pid, 'SIGKILL'),
};

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function serve(configFile: string | undefined, flags: readonly GivenSetting[]): Promise<void> {
  let settings: Settings | undefined;
  let running: RunningService | undefined;
  try {
    settings = await readSettings(configFile, process.env, flags);
    running = await startService(settings, (text) => process.stderr.write(text), endAtOnce);
    stopOnSignals(running);
    print(`Sextant ${productVersion} serves ${running.url}`);
    print(`The web interface is at ${running.url}/_ui/`);
    const first = await running.prepareAccounts();
    if (first !== undefined) {
      print(`Sign in as ${first.username} with the password ${first.password}`);
      print('The password is shown only now. Change it in the web interface or with PUT /account/password.');
    }
  } catch (error) {
    await endFailed(error, settings, running);
  }
}

/** Says why, and gives back what is open. */
async function endFailed(
  error: unknown,
  settings: Settings | undefined,
  running: RunningService | undefined,
): Promise<void> {
  const isHalf = error instanceof FailedStart;
  process.stderr.write(`${startErrorText(isHalf ? error.cause : error, settings)}\n`);
  const stop = isHalf ? error.stop : async () => running?.stop(0) ?? nothingOpen;
  await endService(stop, 1, endPorts);
}

/** Restarting replays the translog: better than a service that answers reads and fails every write. */
function endAtOnce(error: Error): void {
  process.stderr.write(
    `The writer thread died (${error.message}); start the service again: nothing acknowledged is lost.\n`,
  );
  process.exit(1);
}

function stopOnSignals({ stop: stopService, log }: RunningService): void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.log('info', 'service', `${signal}: stopping`);
    await endService(() => stopService(graceMs), 0, endPorts);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  process.on('uncaughtException', (error) => {
    log.log('fatal', 'service', 'an unexpected fault; the process ends', { error });
    process.exit(1);
  });
  process.on('unhandledRejection', (error) => {
    log.log('error', 'service', 'an unexpected fault in the background', { error });
  });
}

function check(directories: readonly string[]): void {
  const disk = new NodeDisk();
  const [home = '', ...further] = directories.map((directory) => resolve(directory));
  try {
    requireUsed(disk, [home, ...further]);
  } catch (error) {
    process.stderr.write(`${startErrorText(error, undefined)}\n`);
    process.exit(1);
  }
  const problems = checkDataDirectory(disk, home, further);
  for (const { file, problem } of problems) print(`${file}: ${problem}`);
  print(problems.length === 0 ? 'all files are sound' : `${problems.length} problems`);
  process.exit(problems.length === 0 ? 0 : 1);
}

/** The service that the settings describe, unless its address is given. */
async function diagnose(command: DiagnoseCommand): Promise<void> {
  const { configFile, given, user, output, withLogs } = command;
  let settings: Settings | undefined;
  try {
    settings = await readSettings(configFile, process.env, given);
    const { diagnose: writeDiagnosis } = await import('./diagnose/diagnose.ts');
    const { addressOf } = await import('./diagnose/service-address.ts');
    const address = addressOf(settings, { url: command.url, user, password: process.env[diagnosePassword] });
    const { file, missing } = await writeDiagnosis({ settings, address, output, withLogs, now: Date.now() });
    for (const line of missing) print(`not there: ${line}`);
    print(
      `${file} is written. Passwords and tokens are taken out; its logs may hold queries and parts of documents.`,
    );
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${startErrorText(error, settings)}\n`);
    process.exit(1);
  }
}

/** Certificates for several machines, made on one of them. */
async function makeCertificates({ output, ...wishes }: CertificatesCommand): Promise<void> {
  const { writeCertificates } = await import('./tls/write-certificates.ts');
  const ports = { disk: new NodeDisk(), clock: new SystemClock(), random: new SystemRandom() };
  try {
    const log = { log: () => {} };
    const written = await writeCertificates({ ...wishes, ...ports, log, folder: resolve(output) });
    for (const { path, what } of written) print(`${path}: ${what}`);
  } catch (error) {
    const isDisk = error instanceof DiskError;
    const text = isDisk ? `${output} cannot be written: ${error.message}` : startErrorText(error, undefined);
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}

/** For who holds the machine: the data folder is opened, nobody is served. */
async function resetPassword({ configFile, given, user }: ResetPasswordCommand): Promise<void> {
  let settings: Settings | undefined;
  let running: RunningService | undefined;
  try {
    settings = await readSettings(configFile, process.env, given);
    if (settings.get('backend') === 'embedded') requireUsed(new NodeDisk(), dataPaths(settings));
    if (!settings.get('security.enabled')) throw new Error('Security is off: there are no accounts.');
    const write = (text: string): boolean => process.stderr.write(text);
    running = await startService(settings, write, endAtOnce, { opensTransport: false });
    const made = await running.prepareAccounts(user);
    const which = made === undefined ? 'of SEXTANT_ADMIN_PASSWORD' : made.password;
    print(`${user} has the password ${which} now; every session of the account has ended.`);
    const { stop } = running;
    await endService(() => stop(0), 0, endPorts);
  } catch (error) {
    await endFailed(error, settings, running);
  }
}

async function main(): Promise<void> {
  let command: ReturnType<typeof parseCommandLine>;
  try {
    command = parseCommandLine(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${startErrorText(error, undefined)}\n`);
    process.exit(1);
  }
  switch (command.kind) {
    case 'help':
      print(helpText(productVersion));
      return;
    case 'version':
      print(productVersion);
      return;
    case 'check':
      check(command.directories);
      return;
    case 'diagnose':
      await diagnose(command);
      return;
    case 'certificates':
      await makeCertificates(command);
      return;
    case 'reset-password':
      await resetPassword(command);
      return;
    case 'serve':
      await serve(command.configFile, command.given);
  }
}

await main();
