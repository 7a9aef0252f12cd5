import { HEADERS } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { plainHeaders } from '../../testing/plain-headers.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();

/**
 * Sends files to the face check, the only call that accepts several, with or without a
 * Content-Length.
 */
async function send(files: readonly Blob[], isStreamed: boolean) {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const { transactionId } = successData(await client.send(CALLS.startLiveness, { body: {} }));
  const form = new FormData();

  form.set('transactionId', transactionId);
  for (const file of files) form.append('file', file, 'file');

  const whole = new Response(form);
  const response = await fetch(app.url + CALLS.checkLiveness.path, {
    method: 'POST',
    headers: plainHeaders(
      app,
      { [HEADERS.appVersion]: '216', 'content-type': whole.headers.get('content-type') ?? '' },
      client,
    ),
    ...(isStreamed ? { body: whole.body, duplex: 'half' } : { body: await whole.arrayBuffer() }),
  } as RequestInit);

  return { status: response.status, answer: await response.json() };
}

const mebibytes = (count: number) => new Blob([new Uint8Array(count * 1024 * 1024)]);

test.each([
  ['told before', false],
  ['found out', true],
])('five files over 8 MB together are refused, their length %s', async (_, isStreamed) => {
  const { status, answer } = await send(Array(5).fill(mebibytes(2)), isStreamed);
  expect([status, answer.msg]).toEqual([413, 'This is too large to send.']);
});

test.each([false, true])(
  'a file more than the call takes is refused, streamed: %s',
  async (isStreamed) => {
    expect((await send(Array(6).fill(new Blob(['x'])), isStreamed)).status).toBe(413);
  },
);

test('five files within the limit are accepted, and each is checked', async () => {
  const { answer } = await send([...Array(4).fill(mebibytes(1)), new Blob(['%PDF-'])], true);
  expect(answer).toMatchObject({ code: 400, data: { reason: 'not_an_image' } });
});
