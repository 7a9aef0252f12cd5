import { saveTracking, type TrackingRecord } from '@noren/contract/tracking';
import { beforeEach, expect, it } from 'vitest';
import { stubServer } from '../testing/server-stub.ts';
import { startBuffer } from './buffer.ts';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  sessionStorage.clear();
  server = stubServer();
});

const record = (duration: number): TrackingRecord => ({
  idName: 'utr',
  beginTime: 1,
  duration,
  content: '',
});

const stored = () =>
  JSON.parse(sessionStorage.getItem('noren.tracking') ?? '{}') as {
    batch: unknown;
    waiting: unknown[];
  };

const fill = (buffer: ReturnType<typeof startBuffer>, from: number, to: number) => {
  for (let at = from; at < to; at++) buffer.add(record(at));
};

const sent = () =>
  server
    .sentTo(saveTracking)
    .map(({ body, requestId }) => [
      (body as { uploadType: string }).uploadType,
      requestId,
      (body as { value: unknown[] }).value.length,
    ]);

it('an unanswered batch is sent again after a reload as the same request, then the later records', async () => {
  server.loses(saveTracking);

  const before = startBuffer(20);
  fill(before, 0, 23);
  await expect.poll(sent).toHaveLength(1);
  expect(stored()).toMatchObject({ batch: { value: { length: 20 } }, waiting: { length: 3 } });
  server.answers(saveTracking, { isKept: true });

  const after = startBuffer(20);
  await expect.poll(() => stored().batch).toBeNull();
  expect(stored().waiting).toHaveLength(3);

  const [first, second] = sent();
  expect(second).toEqual(first);
  fill(after, 23, 40);
  await expect.poll(sent).toHaveLength(3);
  expect(sent()[2]?.[2]).toBe(20);
  before.stop();
  after.stop();
});

it('a permanently refused batch is dropped, a rate-limited one is stored', async () => {
  server.refuses(saveTracking, 429);

  const buffer = startBuffer(2);
  fill(buffer, 0, 2);
  await expect.poll(sent).toHaveLength(1);
  expect(stored().batch).not.toBeNull();
  server.refuses(saveTracking, 400);
  fill(buffer, 2, 4);
  await expect.poll(() => stored().waiting).toHaveLength(2);
  await expect.poll(() => stored().batch).toBeNull();
  buffer.stop();
});

it('the buffer keeps the newest hundred records', async () => {
  server.loses(saveTracking);

  const buffer = startBuffer(20);
  fill(buffer, 0, 300);
  expect(stored().waiting).toHaveLength(100);
  expect(stored().waiting.at(-1)).toMatchObject({ duration: 299 });
  buffer.stop();
});
