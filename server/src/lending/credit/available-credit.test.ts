import { rupees } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { availableCreditNow, quotableCreditNow } from './available-credit.ts';

test.each([
  ['approved', 20_000],
  ['evaluating', 0],
] as const)(
  'credit and quotes of an %s limit keep to the configured maximum',
  (state, available) => {
    const credit = {
      state,
      limitPaise: rupees(50_000),
      owedPaise: 0,
      heldPaise: 0,
      isLocked: false,
      hold: null,
      phoneDueAt: null,
      renewal: null,
      isFullKyc: true,
      identity: 'verified' as const,
      source: null,
      pan: null,
      ceilings: [],
      sanctions: [],
    };
    const appConfig = { isSandbox: true, maxLoanPaise: rupees(20_000) };
    const deps = { appConfig, identitySources: null, asksPanRegister: false };
    const rules = { deps, today: businessDay('2026-11-23') };

    expect(availableCreditNow(credit, rules)).toMatchObject({
      available: rupees(available),
      ceiling: rupees(20_000),
    });
    expect(quotableCreditNow(credit, rules).available).toBe(rupees(20_000));
  },
);
