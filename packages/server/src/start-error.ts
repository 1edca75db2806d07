import { DiskError } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import { ConfigError, type Settings } from './config/settings.ts';
import { TlsProblem } from './tls/tls-problem.ts';

/** One sentence for the person who started the service: what is wrong and what to do. */
export function startErrorText(error: unknown, settings: Settings | undefined): string {
  if (error instanceof ConfigError || error instanceof TlsProblem)
    return /[.?]$/.test(error.message) ? error.message : `${error.message}.`;
  const data = settings?.get('path.data').join(', ') ?? 'data';
  if (error instanceof DiskError) return diskErrorText(error, data);
  const { code } = error as NodeJS.ErrnoException;
  const at = `${settings?.get('http.host')}:${settings?.get('http.port')}`;
  switch (code) {
    case 'EADDRINUSE':
      return `The port ${at} is in use by another process: stop it, or choose another port with --port.`;
    case 'EACCES':
      return `This user may not listen on ${at}: choose a port above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine does not have the address of ${at}: choose another with --host.`;
    default:
      if (error instanceof ApiError) return `Sextant cannot start: ${error.error.reason}`;
      return `Sextant cannot start: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function diskErrorText(error: DiskError, data: string): string {
  const folder = `The data folder ${data}`;
  switch (error.code) {
    case 'exists':
      if (error.message.startsWith('EEXIST')) return `${folder} is a file: choose another with --data.`;
      return `${error.message[0]?.toUpperCase()}${error.message.slice(1)}.`;
    case 'denied':
      return `${folder} is not writable: give it to the user that runs the service, or choose another with --data.`;
    case 'no_space':
      return `${folder} is on a full disk: free some space, or choose another disk with --data.`;
    default:
      return `${folder} cannot be opened (${error.message}): choose another with --data.`;
  }
}
