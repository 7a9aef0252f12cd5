import { expect, test } from 'vitest';
import { makeBatchLoader } from './batch-loader.ts';

/**
 * A loader whose statements end on demand; each key's value is the number of the statement that
 * loaded it.
 */
function slow() {
  const sent: { keys: readonly string[]; end: (error?: Error) => void }[] = [];
  const load = makeBatchLoader<number>(
    (keys) =>
      new Promise((answer, fail) => {
        const number = sent.length;
        const found = new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, number]));
        sent.push({ keys, end: (error) => (error ? fail(error) : answer(found)) });
      }),
  );

  return { sent, load };
}

const turn = () => new Promise((done) => setImmediate(done));

test('keys requested together are loaded by one statement, each once; an unknown key yields undefined', async () => {
  const { sent, load } = slow();
  const loads = ['a', 'b', 'a', 'nobody'].map((key) => load(key));

  await turn();
  expect(sent.map(({ keys }) => keys)).toEqual([['a', 'b', 'nobody']]);
  sent[0]?.end();
  expect(await Promise.all(loads)).toEqual([0, 0, 0, undefined]);
});

test('a key requested while two statements run is loaded by the next one, never by an earlier one', async () => {
  const { sent, load } = slow();
  const [one] = [load('a')];

  await turn();

  const two = load('a');
  await turn();

  const late = [load('a'), load('b')];
  await turn();
  expect(sent.map(({ keys }) => keys)).toEqual([['a'], ['a']]);
  sent[0]?.end();
  await one;
  await turn();
  expect(sent[2]?.keys).toEqual(['a', 'b']);
  for (const { end } of sent) end();
  expect([await one, await two, ...(await Promise.all(late))]).toEqual([0, 1, 2, 2]);
});

test('a statement loads at most 100 keys; the rest are loaded by the next', async () => {
  const { sent, load } = slow();
  const loads = Array.from({ length: 150 }, (_, n) => load(String(n)));

  await turn();
  await turn();
  expect(sent.map(({ keys }) => keys.length)).toEqual([100, 50]);
  for (const { end } of sent) end();
  await Promise.all(loads);
});

test('after a failed statement its keys are loaded one by one if one of them may be at fault', async () => {
  const sent: (readonly string[])[] = [];
  const load = makeBatchLoader<string>(
    async (keys) => {
      sent.push(keys);
      if (keys.includes('lost')) throw new Error('away');
      return new Map(keys.map((key) => [key, key]));
    },
    async (error) => (error as Error).message === 'away',
  );
  const loads = await Promise.allSettled(['a', 'lost', 'b'].map((key) => load(key)));

  expect(sent).toEqual([['a', 'lost', 'b'], ['a'], ['lost'], ['b']]);
  expect(loads.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a failed statement rejects the requests of its own batch only', async () => {
  const { sent, load } = slow();
  const loads = [load('a'), load('b')];

  await turn();
  sent[0]?.end(new Error('gone'));
  expect((await Promise.allSettled(loads)).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);

  const next = load('a');
  await turn();
  sent[1]?.end();
  expect(await next).toBe(1);
});
