import { checkPan } from '@noren/core/people/identity-numbers';
import { expect, test } from 'vitest';
import { samplePerson } from '../samples/sample-person.ts';
import { sandboxPanRegister } from './pan-register.ts';

const ask = (pan: string) =>
  sandboxPanRegister.check({ pan, name: 'Asha Rao', birthDay: '1994-03-09' });

test('invented people are confirmed, and no number of theirs is one to try', async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const { pan } = samplePerson(seed);
    expect(pan.slice(5, 9)).not.toBe('0000');
    expect((await ask(pan)).differences).toEqual([]);
  }
});

test.each([
  ['N', 'name'],
  ['B', 'birthDay'],
  ['U', 'unknown'],
  ['E', 'ended'],
  ['D', 'deceased'],
])('a number that ends with 0000%s tries %s', async (letter, difference) => {
  const pan = `ABCPK0000${letter}`;
  expect(checkPan(pan).ok).toBe(true);
  expect((await ask(pan)).differences).toEqual([difference]);
});

test('a number that ends with 0000S gets no answer', async () => {
  await expect(ask('ABCPK0000S')).rejects.toThrow('no answer');
});
