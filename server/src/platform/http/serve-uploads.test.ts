import { connect, type Socket } from 'node:net';
import { HEADERS } from '@noren/contract/envelope';
import { UserStatus } from '@noren/core/people/status';
import { describe, expect, test, vi } from 'vitest';
import { plainHeaders } from '../../testing/plain-headers.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { WAIT_LIMIT_MS } from '../../testing/time-limits.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';

const app = await useApp();

const PATH = '/api/user/kyc/invoke/ocr';
const PART = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';

function makeHeaders(client?: TestClient): Record<string, string> {
  return plainHeaders(app, { [HEADERS.appVersion]: '216' }, client);
}

/** Starts to send 8 MB. */
function begin(body: string, client?: TestClient): Socket {
  const { host, hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const sent = {
    ...makeHeaders(client),
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': '8000000',
  };
  const lines = Object.entries({ ...sent, host }).map(([name, value]) => `${name}: ${value}`);

  socket.write(`POST ${PATH} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);

  return socket;
}

test('an upload is not read before the caller is authenticated', async () => {
  const socket = begin('--x\r\n');
  const answered = await new Promise<string>((resolve) =>
    socket.once('data', (bytes) => resolve(String(bytes))),
  );

  socket.destroy();
  expect(answered).toContain('"code":401');
});

test('an upload that the phone aborts is not logged as a server fault', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const logged = vi.spyOn(app.deps.log, 'info');
  const worse = [vi.spyOn(app.deps.log, 'warn'), vi.spyOn(app.deps.log, 'error')];
  let socket = begin(PART + 'a'.repeat(40_000), client);

  await vi.waitFor(
    () => {
      socket.resetAndDestroy();
      // The previous upload may have ended before it was read: then the log line is for this one,
      // which has the interval.
      socket = begin(PART + 'a'.repeat(40_000), client);
      expect(logged).toHaveBeenCalledWith(expect.anything(), 'request aborted by client');
    },
    { interval: 1_500, timeout: WAIT_LIMIT_MS },
  );
  socket.resetAndDestroy();
  for (const log of worse) expect(log).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  expect(await app.deps.metrics.render([])).not.toMatch(/noren_call_seconds_count\{.*code="5/);
});

describe('an upload', () => {
  const upload = async (file: Blob | null) => {
    const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
    const form = new FormData();

    form.set('type', 'panFront');
    if (file) form.set('file', file);

    const response = await fetch(app.url + PATH, {
      method: 'POST',
      headers: makeHeaders(client),
      body: form,
    });
    return { status: response.status, answer: await response.json() };
  };

  test('over 8 MB is refused before it is read', async () => {
    const { status, answer } = await upload(new Blob([new Uint8Array(9 * 1024 * 1024)]));
    expect([status, answer.msg]).toEqual([413, 'This is too large to send.']);
  });

  test.each([
    ['nothing', null, { fields: [{ path: 'file', problem: 'empty' }] }],
    ['an empty file', new Blob([]), { reason: 'empty' }],
    ['a PDF named as a picture', new Blob(['%PDF-1.7 …']), { reason: 'pdf' }],
    ['text', new Blob(['not a picture']), { reason: 'not_an_image' }],
  ])('%s is refused with what to do', async (_, file, data) => {
    const { status, answer } = await upload(file);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ code: 400, msg: expect.any(String), data });
  });
});
