import { connect } from 'node:net';

/** A connection over which a test sends bytes as they are. */
export interface RawLine {
  send(text: string): void;
  /** What has come, as soon as `until` is in it; the end of the connection shows as `<closed>`. */
  received(until: string): Promise<string>;
  /** Takes nothing any more, or takes on. */
  pause(): void;
  resume(): void;
  end(): void;
}

export function rawLine(url: string): RawLine {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let got = '';
  const waiting = new Set<() => void>();
  const add = (text: string): void => {
    got += text;
    for (const look of waiting) look();
  };
  socket.on('error', () => {});
  socket.on('data', (chunk) => add(chunk.toString('latin1')));
  socket.on('close', () => add('<closed>'));
  return {
    send: (text) => socket.write(text, 'latin1'),
    received: (until) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!got.includes(until)) return;
          waiting.delete(look);
          resolve(got);
        };
        waiting.add(look);
        look();
      }),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    end: () => socket.destroy(),
  };
}
