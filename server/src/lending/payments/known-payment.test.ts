import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decidePaymentState, findNewestPart, findWaiting, isCounted } from './known-payment.ts';
import type { Posting } from './posting/provider-payments-store.ts';
import type { UnclaimedPayment } from './unclaimed-funds/unclaimed-funds-store.ts';

const NAME = { provider: 'sandbox', providerRef: 'pay_1' };
const AMOUNT = 50_000;

const makePosting = (journalId: string, isReversed: boolean): Posting => ({
  ...NAME,
  userId: 'user',
  orderId: 'order',
  journalId,
  amountPaise: AMOUNT,
  paidAt: 0,
  channel: 'upi',
  utrHash: null,
  utrLast4: null,
  isReversed,
});

const makePart = (
  state: UnclaimedPayment['state'],
  of: Partial<UnclaimedPayment> = {},
): UnclaimedPayment => ({
  ...NAME,
  state,
  amountPaise: AMOUNT,
  chargedBackPaise: state === 'charged_back' ? AMOUNT : 0,
  returnedPaise: state === 'returned' ? AMOUNT : 0,
  paidAt: 0,
  foundAt: 0,
  journalId: `held ${state}`,
  isRestCounted: false,
  refundRef: null,
  reason: null,
  ...of,
});

const COUNTS = makePosting('j2', false);
const TAKEN_OFF = makePosting('j1', true);
const BY_NUMBER = { ...makePosting('j3', false), provider: 'utr', providerRef: 'hash' };

const NOTHING = { postings: [], parts: [], byNumber: null };
const STATES = ['open', 'claimed', 'returning', 'returned', 'charged_back'] as const;

describe('where a payment stands', () => {
  test.each([
    ['nothing stored', NOTHING, 'unknown'],
    ['a posting that counts', { ...NOTHING, postings: [COUNTS] }, 'posted'],
    ['a posting that was reversed', { ...NOTHING, postings: [TAKEN_OFF] }, 'taken_off'],
    ['one reversed, one that counts', { ...NOTHING, postings: [COUNTS, TAKEN_OFF] }, 'posted'],
    ['counted by its bank number', { ...NOTHING, byNumber: BY_NUMBER }, 'counted_by_number'],
    ['waiting in suspense', { ...NOTHING, parts: [makePart('open')] }, 'held'],
    [
      'waiting, after a chargeback of a part',
      { ...NOTHING, parts: [makePart('open', { chargedBackPaise: 1 })] },
      'going_back',
    ],
    ['on its way back', { ...NOTHING, parts: [makePart('returning')] }, 'going_back'],
    ['sent back', { ...NOTHING, parts: [makePart('returned')] }, 'going_back'],
    ['charged back', { ...NOTHING, parts: [makePart('charged_back')] }, 'going_back'],
    [
      'taken off, and its rest sent back',
      { ...NOTHING, postings: [TAKEN_OFF], parts: [makePart('returned')] },
      'taken_off',
    ],
    [
      'taken off, and a transfer of its number counted',
      { ...NOTHING, postings: [TAKEN_OFF], byNumber: BY_NUMBER },
      'taken_off',
    ],
    [
      'held, and counted by its bank number',
      { parts: [makePart('open')], postings: [], byNumber: BY_NUMBER },
      'counted_by_number',
    ],
    [
      'on its way back, and counted by its bank number',
      { parts: [makePart('returning')], postings: [], byNumber: BY_NUMBER },
      'going_back',
    ],
    [
      'posted, while a part of it waits',
      { ...NOTHING, postings: [COUNTS], parts: [makePart('open', { isRestCounted: true })] },
      'posted',
    ],
  ] as const)('with %s', (_what, traces, state) => {
    expect(decidePaymentState(traces).state).toBe(state);
  });

  const anyPart = fc
    .record({
      state: fc.constantFrom(...STATES),
      chargedBackPaise: fc.constantFrom(0, 1, AMOUNT),
      foundAt: fc.nat(),
    })
    .map(({ state, ...of }) => makePart(state, of));

  const anyTraces = fc.record({
    postings: fc
      .array(fc.boolean(), { maxLength: 3 })
      .map((reversed) => reversed.map((isReversed, at) => makePosting(`j${9 - at}`, isReversed))),
    parts: fc.array(anyPart, { maxLength: 4 }),
    byNumber: fc.constantFrom(null, BY_NUMBER),
  });

  test('a payment counts when, and only when, one of its names has a posting that counts', () => {
    fc.assert(
      fc.property(anyTraces, (traces) => {
        const known = decidePaymentState(traces);
        const hasCounted = traces.postings.some(({ isReversed }) => !isReversed);

        if (hasCounted) expect(known).toMatchObject({ state: 'posted' });
        if (isCounted(known)) expect(hasCounted || traces.byNumber !== null).toBe(true);
        if (known.state === 'posted') expect(known.posting).toMatchObject({ isReversed: false });
      }),
    );
  });

  test('a payment of which money goes back, or that was taken off, is never free to be counted', () => {
    fc.assert(
      fc.property(anyTraces, (traces) => {
        const { state } = decidePaymentState(traces);
        if (state !== 'held' && state !== 'unknown') return;

        expect(traces.postings).toEqual([]);
        expect(traces.byNumber).toBeNull();
        for (const { state, chargedBackPaise } of traces.parts)
          expect([state === 'open' && chargedBackPaise === 0, state === 'claimed']).toContain(true);
      }),
    );
  });

  test('the order in which its parts are listed changes nothing', () => {
    fc.assert(
      fc.property(anyTraces, (traces) => {
        const turned = { ...traces, parts: traces.parts.toReversed() };
        expect(decidePaymentState(turned)).toEqual(decidePaymentState(traces));
      }),
    );
  });
});

test.each([
  ['none', [], null],
  ['the one that waits', ['open', 'returned'], 'open'],
  ['the last that is held or went back', ['returned', 'returning', 'claimed'], 'returning'],
  ['the last that was claimed', ['claimed'], 'claimed'],
] as const)('of its parts the one shown is %s', (_what, states, state) => {
  const parts = states.map((one) => makePart(one));
  expect(findNewestPart({ parts })?.state ?? null).toBe(state);
  expect(findWaiting({ parts })?.state ?? null).toBe(state === 'open' ? 'open' : null);
});
