import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { MemoryAccount } from '../../observe/memory-account.ts';
import { AnswersOfTurn } from '../answers-of-turn.ts';
import type { DialectChooser } from '../dialect.ts';
import { TransferMemory } from '../transfer-memory.ts';
import type { Exchange } from './exchange.ts';
import { AnswerSender } from './send-answer.ts';

const text = 'é and more '.repeat(20_000);

function senderOf(turn: AnswersOfTurn): AnswerSender {
  const account = new MemoryAccount('answers', 1e9);
  const waiting = new TransferMemory(account, new FakeClock(), { leastBytes: 1, withinMs: 1, stallMs: 1 });
  return new AnswerSender({ dialects: {} as DialectChooser, compression: true, waiting, turn });
}

/** What a client gets of an answer that is sent, and how many bytes of its memory the sender has then. */
async function sent(isOwned: boolean, encoding = 'identity'): Promise<{ got: string; left: number }> {
  const sender = senderOf(new AnswersOfTurn(setImmediate));
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  body.write(text);
  const server = createServer((incoming, response) => {
    const { headers } = incoming;
    const dialect = { family: 'native' };
    const exchange = { method: 'GET', incoming, response, headers, dialect, warnings: new Set() };
    const answer = { kind: 'bytes', status: 200, contentType: 'text/plain', body } as const;
    void sender.deliver(exchange as unknown as Exchange, answer, { body, isOwned });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': encoding } });
  const got = await answer.text();
  await new Promise((resolve) => server.close(resolve));
  return { got, left: body.buffer.byteLength };
}

test('the memory of a long answer that nobody else has is given back when it is sent', async () => {
  expect(await sent(true)).toEqual({ got: text, left: 0 });
});

test('memory that others have too stays', async () => {
  expect(await sent(false)).toEqual({ got: text, left: Buffer.byteLength(text) });
});

test('a compressed answer is whole', async () => {
  expect((await sent(true, 'gzip')).got).toBe(text);
});

test.each([
  [1, 'waits for the other answers of its turn', ['headers']],
  [
    2,
    'does not wait: its headers are on their way, and those of one connection leave together anyway',
    ['headers', 'short'],
  ],
])('an answer of HTTP/%i %s', async (httpVersionMajor, _, written) => {
  const turn = new AnswersOfTurn(setImmediate);
  const done: string[] = [];
  const response = {
    writableLength: 0,
    writeHead: () => done.push('headers'),
    end: (body: string) => done.push(body),
  };
  const exchange = {
    method: 'GET',
    incoming: { httpVersionMajor },
    response,
    headers: {},
    dialect: { family: 'native' },
    warnings: new Set(),
  } as unknown as Exchange;
  const body = Buffer.from('short');
  turn.begin();
  turn.begin();
  const answer = { kind: 'bytes', status: 200, contentType: 'text/plain', body } as const;
  await senderOf(turn).deliver(exchange, answer, { body });
  expect(done).toEqual(written);
  await new Promise(setImmediate);
  expect(done).toEqual(['headers', 'short']);
});
