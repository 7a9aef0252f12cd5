import type { MoneyReconciliation } from '@noren/contract/staff/money';
import { businessDay } from '@noren/core/money/time';
import { compactUtr } from '@noren/core/people/identity-numbers';
import { plainText } from '@noren/core/typed/text';
import { type DayTotal, readDayTotals } from '../../lending/reconciliation/posted-lines-store.ts';
import {
  resolveDiscrepancyIn,
  showValue,
} from '../../lending/reconciliation/provider-discrepancies.ts';
import { listProviderDiscrepanciesAfter } from '../../lending/reconciliation/provider-discrepancies-store.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import type { Deps } from '../../platform/deps.ts';
import { appendStaffAct, recordStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { requireNotClaimed } from '../work/claims-store.ts';
import {
  findTransfers,
  listMatches,
  listPostedPayments,
  listSuspense,
  listUndecidedProofs,
  listUnmatched,
} from './money-in-store.ts';
import {
  listPayoutsOut,
  listReconciledDays,
  listRefundsOut,
  type ReconciliationRow,
  readSettlementMoves,
} from './money-out-store.ts';
import { paginate } from './pages.ts';
import { readPayoutBalance } from './payout-balance-store.ts';

/** An older balance is not shown: three times the job had no answer. */
const BALANCE_AGE_MS = 15 * 60_000;

/**
 * The provider's total is that of its statement. A day that was compared before that was stored has
 * ours with its differences.
 */
function toReconciliation(
  { day, checkedAt, differences }: ReconciliationRow,
  totals: readonly DayTotal[],
  { payments, payouts }: Pick<Deps, 'payments' | 'payouts'>,
): MoneyReconciliation {
  return {
    day,
    checkedAt,
    differences: [...differences],
    totals: totals.map(({ kind, totalPaise, count, theirsPaise }) => {
      const own = differences.filter((one) => one.kind === kind);
      const isSilent = differences.some(
        ({ what, kind: of }) => what === 'no_answer' && (of === 'payout') === (kind === 'payout'),
      );
      const apart = own
        .filter(({ what }) => what !== 'posted')
        .reduce(
          (sum, { theirsPaise, oursPaise }) => sum + (theirsPaise ?? 0) - (oursPaise ?? 0),
          0,
        );
      const provider =
        kind === 'payout' ? payouts.name : payments.map(({ name }) => name).join(', ');

      return {
        kind,
        provider,
        oursPaise: totalPaise,
        theirsPaise: isSilent ? null : (theirsPaise ?? totalPaise + apart),
        count,
      };
    }),
  };
}

/** Money in and out, as the payments officers see it. */
export const moneyStaffHandlers = {
  moneyPayments: async (_ctx, { query: { after, ...filter } }, db) =>
    paginate(
      after,
      (of) => listPostedPayments(db, { ...filter, ...of }),
      ({ paidAt, journalId }) => [paidAt, journalId],
    ),

  moneyEvents: async (_ctx, { query: { after, ...filter } }, db) =>
    paginate(
      after,
      (of) => listUnmatched(db, { ...filter, ...of }),
      ({ receivedAt, eventId }) => [receivedAt, eventId],
    ),

  moneyUnclaimed: async (_ctx, { query: { after, ...filter } }, db) =>
    paginate(
      after,
      (of) => listSuspense(db, { ...filter, ...of }),
      ({ foundAt, providerRef }) => [foundAt, providerRef],
    ),

  unclaimedMatches: async ({ deps }, { query }, db) => {
    const matches = await listMatches(db, query);
    const rows = matches.map(({ userId, nameEnc, ...match }) => ({
      ...match,
      maskedName: readMaskedName(deps.crypto, userId, nameEnc),
    }));

    return { rows };
  },

  moneyProofs: async (_ctx, { query: { after, ...filter } }, db) =>
    paginate(
      after,
      (of) => listUndecidedProofs(db, { ...filter, ...of }),
      ({ sentAt, proofId }) => [sentAt, proofId],
    ),

  moneyOut: async (_ctx, { query }, db) => {
    const { kind, after, ...filter } = query;
    const { list } = filter;
    const read = kind === 'payout' ? listPayoutsOut : listRefundsOut;

    return paginate(
      after,
      (of) => read(db, { ...filter, ...of }),
      ({ ref, createdAt, decidedAt }) => [
        kind === 'refund' && list === 'failed' ? decidedAt : createdAt,
        ref,
      ],
    );
  },

  findMoney: async (ctx, { body }, db) => {
    const text = plainText(body.text).replaceAll(/\s/g, '');
    const { crypto, payments } = ctx.deps;
    const utrHash = crypto.hash('utr', compactUtr(body.text));
    const rows = await findTransfers(db, {
      utrHash,
      providers: payments.map(({ name }) => name),
      text,
    });
    const { staffId } = ctx.staff;

    await recordStaffAct(db, {
      at: ctx.now,
      staffId,
      action: 'money_searched',
      detail: { found: rows.length },
    });

    return { rows };
  },

  moneyDiscrepancies: async (_ctx, { query }, db) => {
    const { rows, next } = await paginate(
      query.after,
      (of) => listProviderDiscrepanciesAfter(db, of),
      ({ at, discrepancyId }) => [at, discrepancyId],
    );
    const shown = rows.map(({ stored, reported, ...row }) => ({
      ...row,
      stored: showValue(stored),
      reported: showValue(reported),
    }));

    return { rows: shown, next };
  },

  moneyBalance: async ({ deps, now }, _input, db) => ({
    provider: deps.payouts.name,
    balance: await readPayoutBalance(db, deps.payouts.name, now - BALANCE_AGE_MS),
  }),

  resolveDiscrepancy: async (ctx, { body }, tx) => {
    const { discrepancyId, note } = body;
    const { staffId } = ctx.staff;

    await requireNotClaimed(tx, { kind: 'discrepancy', subject: discrepancyId }, staffId, ctx.now);

    const resolved = await resolveDiscrepancyIn(tx, ctx.deps, {
      discrepancyId,
      operator: staffId,
      outcome: note,
    });
    if (!resolved) throw new StaffError('taken', 'discrepancy_resolved');

    const act = { at: ctx.now, staffId, action: 'discrepancy_resolved', subject: discrepancyId };
    await appendStaffAct(tx, { ...act, detail: { note } });

    return {};
  },

  moneyReconciliations: async (ctx, { query }, db) => {
    const found = await listReconciledDays(db, { after: query.after, limit: 15 });
    const days = found.slice(0, 14);
    const rows: MoneyReconciliation[] = [];

    for (const day of days)
      rows.push(toReconciliation(day, day.totals ?? (await readDayTotals(db, day.day)), ctx.deps));

    return { rows, next: found.length > days.length ? (days.at(-1)?.day ?? null) : null };
  },

  moneySettlement: async (ctx, { query }, db) => {
    const day = businessDay(query.day ?? ctx.today);
    return { day, rows: await inSnapshot(db, (tx) => readSettlementMoves(tx, day)) };
  },
} satisfies Partial<StaffHandlers>;
