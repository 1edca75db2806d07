import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Says to a caller of HTTP/2 that this is spoken over TLS only: an empty SETTINGS frame and a GOAWAY (RFC 9113, 3.4 and 6.8). */
const goAway = goAwayFrames('HTTP/2 is served over TLS only; call with HTTP/1.1');

function goAwayFrames(reason: string): Buffer {
  const text = Buffer.from(reason, 'latin1');
  const frames = Buffer.alloc(26 + text.length);
  frames[3] = 0x4;
  frames.writeUIntBE(8 + text.length, 9, 3);
  frames[12] = 0x7;
  // The last stream that was heeded stays 0; HTTP_1_1_REQUIRED.
  frames.writeUInt32BE(0xd, 22);
  frames.set(text, 26);
  return frames;
}

const requestTimeout = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Statuses that the runtime gives other faults than those of the request's form. */
const statuses = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  [requestTimeout, 408],
]);

/**
 * Answers what cannot be read as a request, and hangs up. As the runtime does by itself, but for HTTP/2 without an agreement on it, whose
 * callers could not read that answer. `onHttp2` is told of each of those.
 */
export function answerBrokenRequests(server: Server, onHttp2: (() => void) | undefined): void {
  const refuse = (error: NodeJS.ErrnoException, socket: Socket): void => {
    const code = error.code ?? '';
    const isHttp2 = code === 'HPE_PAUSED_H2_UPGRADE';
    if (isHttp2) onHttp2?.();
    // Failures of TLS and of the network come here too: there is nobody to read an answer.
    const isRead = code.startsWith('HPE_') || code === requestTimeout;
    const isHeard = isRead && socket.writable && !isAnswering(socket);
    if (isHeard && isHttp2) {
      socket.end(goAway, () => socket.destroy());
      return;
    }
    if (isHeard) {
      const status = statuses.get(code) ?? 400;
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    }
    socket.destroy(error);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The answer to what came before goes out at the end of the turn.
    if (isAnswering(socket)) setImmediate(refuse, error, socket);
    else refuse(error, socket);
  });
}

/** An answer that has begun would be spoilt by another. The runtime keeps it with its connection. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as {
    readonly _httpMessage?: { readonly headersSent: boolean } | null;
  };
  return answer?.headersSent === true;
}
