import { expect, test } from 'vitest';
import { makeBatchLoader } from './batch-loader.ts';

/** Answers each key with the number of the statement that it went with, when told to. */
function slow() {
  const sent: { keys: readonly string[]; end: (error?: Error) => void }[] = [];
  const ask = makeBatchLoader<number>(
    (keys) =>
      new Promise((answer, fail) => {
        const number = sent.length;
        const found = new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, number]));
        sent.push({ keys, end: (error) => (error ? fail(error) : answer(found)) });
      }),
  );
  return { sent, ask };
}
const turn = () => new Promise((done) => setImmediate(done));

test('what comes together goes together, each key once; a key that nobody knows has no answer', async () => {
  const { sent, ask } = slow();
  const asked = ['a', 'b', 'a', 'nobody'].map((key) => ask(key));
  await turn();
  expect(sent.map(({ keys }) => keys)).toEqual([['a', 'b', 'nobody']]);
  sent[0]?.end();
  expect(await Promise.all(asked)).toEqual([0, 0, 0, undefined]);
});

test('what is asked while two are under way waits for the next, and is never answered by one sent before', async () => {
  const { sent, ask } = slow();
  const [one] = [ask('a')];
  await turn();
  const two = ask('a');
  await turn();
  const late = [ask('a'), ask('b')];
  await turn();
  expect(sent.map(({ keys }) => keys)).toEqual([['a'], ['a']]);
  sent[0]?.end();
  await one;
  await turn();
  expect(sent[2]?.keys).toEqual(['a', 'b']);
  for (const { end } of sent) end();
  expect([await one, await two, ...(await Promise.all(late))]).toEqual([0, 1, 2, 2]);
});

test('a hundred go into one statement, the rest into the next', async () => {
  const { sent, ask } = slow();
  const asked = Array.from({ length: 150 }, (_, n) => ask(String(n)));
  await turn();
  await turn();
  expect(sent.map(({ keys }) => keys.length)).toEqual([100, 50]);
  for (const { end } of sent) end();
  await Promise.all(asked);
});

test('one that fails fails for those who asked in it, and for nobody after them', async () => {
  const { sent, ask } = slow();
  const asked = [ask('a'), ask('b')];
  await turn();
  sent[0]?.end(new Error('gone'));
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = ask('a');
  await turn();
  sent[1]?.end();
  expect(await next).toBe(1);
});
