import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paise, sum } from '../money/money.ts';
import { addDays, type BusinessDay, businessDay, daysBetween } from '../money/time.ts';
import { type LoanEvent, type LoanTerms, viewLoan } from './loan.ts';
import {
  addBuckets,
  allocationOrder,
  type Buckets,
  emptyBuckets,
  subtractBuckets,
  sumBuckets,
} from './repayment.ts';
import { settlementQuote } from './settlement.ts';

const start = businessDay('2026-11-20');

const oneInstalment = fc.record({
  principal: fc.integer({ min: 100_000, max: 8_000_000 }).map(paise),
  interestPpmPerDay: fc.integer({ min: 0, max: 3_000 }),
  tenorDays: fc.integer({ min: 1, max: 30 }),
  penal: fc.record({
    ppmPerDay: fc.integer({ min: 0, max: 2_000 }),
    graceDays: fc.integer({ min: 0, max: 5 }),
    maxDays: fc.integer({ min: 0, max: 30 }),
  }),
});

const instalment = fc.record({
  afterDays: fc.integer({ min: 1, max: 29 }),
  amount: fc.integer({ min: 1, max: 4_000_000 }).map(paise),
});

const instalments = fc.uniqueArray(instalment, { selector: (one) => one.afterDays, maxLength: 5 });

const termsOf = fc.oneof(
  oneInstalment,
  fc.tuple(oneInstalment, instalments).map(([terms, before]): LoanTerms => {
    const inOrder = [...before].sort((a, b) => a.afterDays - b.afterDays);
    return { ...terms, tenorDays: 30, instalments: inOrder };
  }),
);

const day = fc.nat(60).map((offset) => addDays(start, offset));

const amount = fc
  .oneof(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 1, max: 9_000_000 }))
  .map(paise);

const bucket = fc.constantFrom(...allocationOrder);
const chargedTo = fc.constantFrom('fees' as const, 'penal' as const);

const inward = [
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('payment' as const), day, amount }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('waiver' as const), day, amount, bucket }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('charge' as const),
      day,
      amount,
      code: fc.constant('fee'),
      bucket: chargedTo,
      dueDay: day,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('extension' as const),
      day,
      days: fc.constantFrom(7, 15),
    }),
  },
];

const ofPayment = fc.constantFrom('e0', 'e1', 'e2');

const anyFact = fc.oneof(
  ...inward,
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('waiver' as const), day, amount, ofPayment }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), day, amount }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('chargeback' as const), day, amount, ofPayment }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('write-off' as const), day }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reversal' as const), day, of: ofPayment }),
  },
);

const disbursed: LoanEvent = { kind: 'disbursement', id: 'd', day: start };

const withIds = (facts: readonly object[]): LoanEvent[] => {
  return [disbursed, ...facts.map((one, i) => ({ ...one, id: `e${i}` }) as LoanEvent)].filter(
    isNotOfReversal,
  );
};

/** A reversal is of a fact, never of another reversal. */
function isNotOfReversal(event: LoanEvent, _place: number, all: LoanEvent[]): boolean {
  return event.kind !== 'reversal' || all.find((one) => one.id === event.of)?.kind !== 'reversal';
}

const history = fc.array(anyFact, { maxLength: 9 }).map(withIds);

const feeReversal = fc.record({
  kind: fc.constant('fee-reversal' as const),
  day,
  amount,
  ofPayment,
});

const historyWithFee = fc.array(fc.oneof(anyFact, feeReversal), { maxLength: 9 }).map(withIds);
/** Histories in which no money goes back out. */
const inwardHistory = fc.array(fc.oneof(...inward), { maxLength: 8 }).map(withIds);
const asOf = fc.nat(90).map((offset) => addDays(start, offset));
const more = { numRuns: 300 };

test('any sequence of events conserves money, and no amount is negative', () => {
  fc.assert(
    fc.property(termsOf, history, asOf, (terms, events, at) => {
      const view = viewLoan(terms, events, at);
      const used = view.allocations.reduce<Buckets>(addBuckets, emptyBuckets);
      const owed: Buckets = {
        fees: view.feesOwed,
        interest: view.interestOwed,
        principal: view.principalOwed,
        penal: view.penalOwed,
      };
      const charged = [used, view.waivedBy, view.writtenOff].reduce(addBuckets, owed);
      const owedBack = subtractBuckets(charged, view.charged);
      const overpaid = sum(view.allocations.map((one) => one.overpaid));
      const everRecovered = view.allocations.map((one) => one.recovered ?? emptyBuckets);
      const recovered = everRecovered.reduce<Buckets>(addBuckets, emptyBuckets);

      expect(sum([sumBuckets(used), sumBuckets(recovered), overpaid])).toBe(view.paid);

      const missingAgain = subtractBuckets(recovered, view.recovered);
      // What a chargeback took out of what was paid is owed again under its own name, or missing
      // again.
      expect(addBuckets(owedBack, missingAgain)).toEqual(view.chargebackBuckets);

      // What went back out came off what was overpaid, or is owed again.
      const owedAgain = view.charged.principal - terms.principal;
      const paidBack = view.refunded + view.chargedBack - sumBuckets(view.chargebackBuckets);

      expect(view.overpaid).toBe(overpaid + owedAgain - paidBack);
      for (const back of [owedBack, missingAgain])
        for (const part of Object.values(back)) expect(part).toBeGreaterThanOrEqual(0);

      const parts = [
        ...Object.values(owed),
        ...Object.values(view.writtenOff),
        ...Object.values(view.recovered),
      ];
      for (const part of [...parts, view.overpaid, view.waived, owedAgain])
        expect(part).toBeGreaterThanOrEqual(0);
      expect(view.totalOwed).toBe(sumBuckets(owed));
      expect(view.isSettled).toBe(
        view.totalOwed === 0 && sumBuckets(view.writtenOff) === sumBuckets(view.recovered),
      );
    }),
    more,
  );
});

test('what the accounts of a loan hold adds up to zero, also when fees are reversed and charged again', () => {
  fc.assert(
    fc.property(termsOf, historyWithFee, asOf, (terms, events, at) => {
      const view = viewLoan(terms, events, at);
      const { charged, writtenOff, recovered } = view;
      const lent = terms.principal - view.feeReversed;
      const income = charged.interest + charged.penal + charged.fees + sumBuckets(recovered);
      const received = view.paid - view.chargedBack - view.refunded;
      const givenUp = view.waived + sumBuckets(writtenOff);

      expect(received + view.totalOwed + givenUp - income - view.overpaid - lent).toBe(0);

      const { principalOwed, interestOwed, penalOwed, feesOwed, overpaid, feeReversed } = view;
      for (const part of [principalOwed, interestOwed, penalOwed, feesOwed, overpaid, feeReversed])
        expect(part).toBeGreaterThanOrEqual(0);
    }),
    more,
  );
});

test('the settlement quote of a day settles on that day, to the paisa', () => {
  const grace = fc.nat(10);
  fc.assert(
    fc.property(termsOf, history, asOf, grace, (plain, events, at, settlementGraceDays) => {
      const terms: LoanTerms = { ...plain, convention: { settlementGraceDays } };
      const until = events.filter((one) => one.day <= at && one.kind !== 'write-off');
      const quote = settlementQuote(terms, until, at);
      const before = viewLoan(terms, until, at);
      if (quote.total === 0) {
        expect(before.totalOwed).toBe(before.interestOwed);
        return;
      }

      const last: LoanEvent = { kind: 'payment', id: 'last', day: at, amount: quote.total };
      const view = viewLoan(terms, [...until, last], at);

      expect([view.totalOwed, view.overpaid]).toEqual([0, before.overpaid]);
    }),
    more,
  );
});

test('the order of arrival does not matter', () => {
  const shuffled = history.chain((events) =>
    fc.tuple(
      fc.constant(events),
      fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
    ),
  );
  fc.assert(
    fc.property(termsOf, shuffled, asOf, (terms, [events, other], at) => {
      expect(viewLoan(terms, other, at)).toEqual(viewLoan(terms, events, at));
    }),
    more,
  );
});

test('a penal charge never changes interest or principal', () => {
  fc.assert(
    fc.property(
      termsOf,
      inwardHistory,
      asOf,
      day,
      amount,
      (terms, events, at, chargedOn, charged) => {
        const free: LoanTerms = { ...terms, penal: { ...terms.penal, ppmPerDay: 0 } };
        const fixed: LoanEvent = {
          kind: 'charge',
          id: 'late',
          day: chargedOn,
          amount: charged,
          code: 'late',
          bucket: 'penal',
        };
        const all = [
          viewLoan(free, events, at),
          viewLoan(terms, events, at),
          viewLoan(terms, [...events, fixed], at),
        ];
        const [cheap, ...dear] = all.map((view) => [
          view.charged.interest,
          view.interestOwed,
          view.principalOwed,
        ]);

        for (const one of dear) expect(one).toEqual(cheap);
      },
    ),
    more,
  );
});

test('a reversed payment is as if never made', () => {
  fc.assert(
    fc.property(termsOf, history, asOf, day, amount, (terms, events, at, paidOn, paid) => {
      const payment: LoanEvent = { kind: 'payment', id: 'p', day: paidOn, amount: paid };
      const back: LoanEvent = { kind: 'reversal', id: 'r', day: paidOn, of: 'p' };
      expect(viewLoan(terms, [back, ...events, payment], at)).toEqual(viewLoan(terms, events, at));
    }),
    more,
  );
});

test('payments of one day, all charged back in any parts and order, leave what was owed before them', () => {
  const parts = fc.array(fc.record({ amount, split: fc.double({ min: 0, max: 1, noNaN: true }) }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(termsOf, parts, asOf, fc.infiniteStream(fc.nat()), (terms, paid, on, order) => {
      const payments = paid.map(
        (one, i): LoanEvent => ({ kind: 'payment', id: `p${i}`, day: on, amount: one.amount }),
      );
      const pieces = paid.flatMap((one, i) => {
        const first = Math.floor(one.amount * one.split);
        return [first, one.amount - first]
          .filter((piece) => piece > 0)
          .map((piece) => ({ piece, of: `p${i}` }));
      });
      const shuffled = pieces
        .map((one) => ({ ...one, at: order.next().value as number }))
        .sort((a, b) => a.at - b.at);
      const chargebacks = shuffled.map(({ piece, of }, i): LoanEvent => {
        return { kind: 'chargeback', id: `c${i}`, day: on, amount: paise(piece), ofPayment: of };
      });

      const owed = ({
        principalOwed,
        interestOwed,
        penalOwed,
        feesOwed,
      }: ReturnType<typeof viewLoan>) => {
        return { principalOwed, interestOwed, penalOwed, feesOwed };
      };

      const after = viewLoan(terms, [disbursed, ...payments, ...chargebacks], on);
      expect(owed(after)).toEqual(owed(viewLoan(terms, [disbursed], on)));
      expect(after.overpaid).toBe(0);
    }),
    more,
  );
});

test('with every fact and then the disbursement reversed, nothing is owed, charged or settled', () => {
  const dayOfReversal = addDays(start, 61);
  fc.assert(
    fc.property(termsOf, inwardHistory, asOf, (terms, events, at) => {
      const reversals = events
        .toReversed()
        .map(
          ({ id }): LoanEvent => ({ kind: 'reversal', id: `r-${id}`, day: dayOfReversal, of: id }),
        );
      const all = [...events, ...reversals];
      const before = at < dayOfReversal ? viewLoan(terms, events, at) : viewLoan(terms, [], at);

      expect(viewLoan(terms, all, at)).toEqual(before);

      const again: LoanEvent = { kind: 'disbursement', id: 'again', day: dayOfReversal };
      const later = addDays(dayOfReversal, 20);

      expect(viewLoan(terms, [...all, again], later)).toEqual(viewLoan(terms, [again], later));
    }),
    more,
  );
});

test('with nothing happening, what is owed never falls from one day to the next', () => {
  fc.assert(
    fc.property(termsOf, history, (terms, events) => {
      const last = events.map((one) => one.day).reduce((a, b) => (a > b ? a : b));
      let before = viewLoan(terms, events, last);

      for (let n = 1; n < 40; n += 1) {
        const now = viewLoan(terms, events, addDays(last, n));
        expect(now.totalOwed).toBeGreaterThanOrEqual(before.totalOwed);
        expect(now.isSettled).toBe(before.isSettled);
        before = now;
      }
    }),
    { numRuns: 60 },
  );
});

/**
 * The same rules a second time, counted day by day in millionths of a paisa, for payments alone.
 */
function countDayByDay(
  terms: LoanTerms,
  payments: { day: BusinessDay; amount: number }[],
  at: BusinessDay,
) {
  let [principal, interest, penal, overpaid] = [BigInt(terms.principal), 0n, 0n, 0n];
  let [interestRun, penalRun, penalDays] = [0n, 0n, 0];
  const half = (run: bigint) => (run + 500_000n) / 1_000_000n;

  for (let n = 0; n <= daysBetween(start, at); n += 1) {
    const overdue = n - terms.tenorDays;
    if (n !== 1 && overdue <= 0) interestRun += principal * BigInt(terms.interestPpmPerDay);

    if (
      overdue > terms.penal.graceDays &&
      penalDays < terms.penal.maxDays &&
      principal + interest + half(interestRun) > 0n
    ) {
      penalRun += (principal + interest + half(interestRun)) * BigInt(terms.penal.ppmPerDay);
      penalDays += 1;
    }

    for (const payment of payments.filter((one) => one.day === addDays(start, n))) {
      interest += half(interestRun);
      penal += half(penalRun);
      [interestRun, penalRun] = [0n, 0n];

      let left = BigInt(payment.amount);
      const take = (owed: bigint) => (left < owed ? left : owed);
      const toInterest = take(interest);

      left -= toInterest;

      const toPrincipal = take(principal);
      left -= toPrincipal;

      const toPenal = take(penal);
      interest -= toInterest;
      principal -= toPrincipal;
      penal -= toPenal;
      overpaid += left - toPenal;
    }
  }

  return [principal, interest + half(interestRun), penal + half(penalRun), overpaid].map(Number);
}

test('the engine agrees with a count day by day', () => {
  const payments = fc.array(fc.record({ day, amount }), { maxLength: 5 });
  fc.assert(
    fc.property(oneInstalment, payments, asOf, (terms, paid, at) => {
      const events = paid.map((one, i): LoanEvent => ({ kind: 'payment', id: `p${i}`, ...one }));
      const view = viewLoan(terms, [disbursed, ...events], at);
      expect([view.principalOwed, view.interestOwed, view.penalOwed, view.overpaid]).toEqual(
        countDayByDay(terms, paid, at),
      );
    }),
    { numRuns: 500 },
  );
});
