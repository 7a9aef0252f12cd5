import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paise } from '../money/money.ts';
import { type HoldAnswer, holdBalances, placeHold, postHold, voidHold } from './hold.ts';

const whole = paise(123);
const noon = 1_000;
const placed = placeHold(whole, noon);

const after = (answer: HoldAnswer) => {
  if (!answer.ok) throw new Error(answer.reason);
  return answer.hold;
};

test.each<[string, HoldAnswer, object]>([
  ['posted whole', postHold(placed, { nowMs: 0 }), { pending: 0, posted: 123 }],
  [
    'posted in part: the rest is free',
    postHold(placed, { nowMs: 0, amount: paise(100) }),
    { pending: 0, posted: 100 },
  ],
  ['freed', voidHold(placed, { nowMs: 0 }), { pending: 0, posted: 0 }],
])('%s', (_name, answer, balances) => {
  expect(holdBalances(placed, 0)).toEqual({ pending: 123, posted: 0 });
  expect(holdBalances(after(answer), 0)).toEqual(balances);
});

test('an expired hold holds nothing and cannot be used', () => {
  expect([holdBalances(placed, noon - 1).pending, holdBalances(placed, noon).pending]).toEqual([
    123, 0,
  ]);
  expect(postHold(placed, { nowMs: noon })).toEqual({ ok: false, reason: 'expired' });
  expect(postHold(placed, { nowMs: noon - 1 }).ok).toBe(true);
});

test('more than was set aside is refused, and so is nothing', () => {
  expect(postHold(placed, { nowMs: 0, amount: paise(124) })).toEqual({
    ok: false,
    reason: 'above-held',
  });
  expect(() => placeHold(paise(0))).toThrow(RangeError);
});

test('any sequence of moves resolves a hold once', () => {
  const step = fc.record({ nowMs: fc.nat(2 * noon), isPost: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      let hold = placed;
      let resolved = 0;

      for (const { nowMs, isPost } of [...steps].sort((a, b) => a.nowMs - b.nowMs)) {
        const answer = isPost ? postHold(hold, { nowMs }) : voidHold(hold, { nowMs });
        if (!answer.ok) continue;
        hold = answer.hold;
        resolved += 1;
      }

      expect(resolved).toBe(steps.some((one) => one.nowMs < noon) ? 1 : 0);
    }),
  );
});
