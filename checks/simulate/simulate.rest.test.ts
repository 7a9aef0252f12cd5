import { expect, inject, test } from 'vitest';
import { makeChance } from './chance.ts';
import { simulate } from './days.ts';

test('the same seed and names give the same numbers, others give different ones', () => {
  const draw = (seed: string, ...names: string[]) => {
    const chance = makeChance(seed).of(...names);
    return Array.from({ length: 20 }, () => chance.int(0, 1_000));
  };

  expect(draw('7', 'bank')).toEqual(draw('7', 'bank'));
  expect(draw('7', 'bank')).not.toEqual(draw('8', 'bank'));
  expect(draw('7', 'bank')).not.toEqual(draw('7', 'borrower'));

  const chance = makeChance('spread');
  const counts = Array<number>(10).fill(0);

  for (let at = 0; at < 10_000; at += 1) counts[chance.int(0, 9)]! += 1;
  expect(Math.min(...counts)).toBeGreaterThan(850);
});

const on = () => ({
  nodes: [inject('adminUrl'), ...inject('workerUrls')],
  clock: () => performance.now(),
});

test('a seed gives the same simulation twice, restarts included', async () => {
  const live = async () => {
    const { closingMs: _any, ...same } = await simulate({ seed: 3, borrowers: 6, days: 8 }, on());
    return same;
  };

  expect(await live()).toEqual(await live());
});

test('every check passes after every day of a random simulation', async () => {
  const settings = { seed: 20_261_124, borrowers: 25, days: 20 };
  const outcome = await simulate(settings, on());

  expect(outcome.failure).toBeNull();
  expect(outcome.kinds).toMatchObject({
    disbursement: expect.any(Number),
    payment: expect.any(Number),
  });
  expect(outcome.lives).toBeGreaterThan(1);
  expect(outcome.orderDays).toBeGreaterThan(200);
});
