import { CALLS } from '@noren/contract/index';
import { LANGUAGE_CODES, LANGUAGES } from '@noren/contract/languages';
import { describe, expect, test } from 'vitest';
import { useLendingStops } from '../../testing/lending-stops.ts';
import { anAppliedLoan } from '../../testing/loans.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const stops = await useLendingStops();
const { app, desk, stop, propose, start, freeze, override } = stops;

describe('a stop for everybody', () => {
  test('is told in each language in its own words', async () => {
    await stop();

    const texts = await Promise.all(
      LANGUAGE_CODES.map(async (language) => {
        const person = await aSignedInUser(app, { language });
        const { details } = successData(
          await person.client.send(CALLS.productList, { params: { param: 'loan' } }),
        );
        return details[0]?.closedBecause ?? '';
      }),
    );
    expect(new Set(texts).size).toBe(Object.keys(LANGUAGES).length);
    await start();
  });
});

describe('a freeze of one person', () => {
  test('shows what changed since it was asked for, instead of doing it', async () => {
    const requestId = await freeze(true);
    const second = await desk.as('credit_officer', 'second');
    const { effectNow: seen } = await second.data('approval', { params: { requestId } });

    await anAppliedLoan(stops.who, { rupees: 5_000 });
    expect(await second.send('approve', { body: { requestId, seen } })).toMatchObject({
      error: {
        code: 'changed',
        data: {
          effect: {
            facts: expect.arrayContaining([{ what: 'waiting_payouts', before: '1', after: '1' }]),
          },
        },
      },
    });
  });
});

describe('an override of a limit', () => {
  test('is re-judged at the approval: a loan since then may make it impossible', async () => {
    const second = await desk.as('credit_officer', 'second');
    const requestId = await propose(override(400_000));
    const { effectNow: seen } = await second.data('approval', { params: { requestId } });

    await anAppliedLoan(stops.who, { rupees: 5_000 });
    expect((await second.data('approval', { params: { requestId } })).problem).toMatchObject({
      reason: 'limit_too_low',
    });
    expect(await second.send('approve', { body: { requestId, seen } })).toMatchObject({
      error: { code: 'not_possible' },
    });
  });
});
