import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { WAIT_LIMIT_MS } from '../../testing/time-limits.ts';
import { makeStaffHook } from './staff-hook.ts';

const SECRET = 'a secret of the hook';

const ALERT = {
  id: '2026-11-23T06:10:00.000Z',
  text: 'New: 2 approvals.',
  waiting: [{ kind: 'approval' as const, arrived: 2, late: 0 }],
};

/** A receiver at this machine, as the contract says: it checks the signature and answers. */
async function startReceiver(answer: (response: ServerResponse) => void) {
  const seen: { body: unknown; isSigned: boolean; type: string | undefined }[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request);
    const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;

    seen.push({
      body: JSON.parse(body),
      isSigned: request.headers['x-noren-signature'] === signature,
      type: request.headers['content-type'],
    });
    answer(response);
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return {
    seen,
    hook: (timeoutMs = WAIT_LIMIT_MS) => makeStaffHook({ url, secret: SECRET, timeoutMs }),
  };
}

test('an alert is posted as JSON, signed, and taken by any success', async () => {
  const { seen, hook } = await startReceiver((response) => response.writeHead(204).end());
  expect(await hook().send(ALERT)).toEqual({ state: 'sent' });
  expect(seen).toEqual([{ body: ALERT, isSigned: true, type: 'application/json' }]);
});

test('a refusal is named by its status; a redirect is not followed', async () => {
  const { hook } = await startReceiver((response) => response.writeHead(410).end('gone'));
  expect(await hook().send(ALERT)).toEqual({ state: 'refused', reason: 'http_410' });

  const elsewhere = await startReceiver((response) =>
    response.writeHead(307, { location: '/other' }).end(),
  );
  expect(await elsewhere.hook().send(ALERT)).toEqual({ state: 'unknown' });
  expect(elsewhere.seen).toHaveLength(1);
});

test('nobody at the address, or no answer, leaves it unknown', async () => {
  const { hook } = await startReceiver(() => undefined);
  expect(await hook(50).send(ALERT)).toEqual({ state: 'unknown' });
  const nobody = makeStaffHook({ url: 'http://127.0.0.1:1/', secret: SECRET, timeoutMs: 10_000 });
  expect(await nobody.send(ALERT)).toEqual({ state: 'unknown' });
});
