import { expect, test } from 'vitest';
import { measuredPort } from './measured-port.ts';
import { makeMetrics } from './metrics.ts';

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

const port = {
  name: 'bank',
  send: async (state: string, reason?: string) => ({ state, reason }),
  find: async (): Promise<never> => {
    throw new NoAnswer('nothing came');
  },
  read: (text: string) => text.length,
};

test('requests are measured by outcome, and the port answers as before', async () => {
  const metrics = makeMetrics();
  const measured = measuredPort(port, 'bank', metrics);

  expect(measured.name).toBe('bank');
  expect(measured.read('four')).toBe(4);
  expect(await measured.send('confirmed')).toEqual({ state: 'confirmed' });
  expect(await measured.send('unknown')).toEqual({ state: 'unknown' });
  await measured.send('refused', 'http_401');
  await measured.send('refused', 'unreachable');
  await expect(measured.find()).rejects.toThrow('nothing came');

  const text = await metrics.render([]);
  const count = (operation: string, outcome: string, times = 1) =>
    `noren_provider_seconds_count{provider="bank",operation="${operation}",outcome="${outcome}"} ${times}`;

  expect(text).toContain(count('send', 'ok'));
  expect(text).toContain(count('send', 'no_answer', 2));
  expect(text).toContain(count('send', 'refused'));
  expect(text).toContain(count('find', 'no_answer'));
  expect(text).not.toContain('operation="read"');
});
