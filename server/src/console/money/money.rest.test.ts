import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { describe, expect, test } from 'vitest';
import { recordAction } from '../../platform/audit-store.ts';
import { aPaymentEvent, sendWebhook, startFullPayment } from '../../testing/loans.ts';
import { useMoneyDesk } from '../../testing/money-desk.ts';

const office = await useMoneyDesk();
const { app, aLoan, decide } = office;

describe('lists by day, amount and state', () => {
  const today = () => app.deps.today();

  const tomorrow = () => addDays(app.deps.today(), 1);

  test('payments are filtered by day, exact amount, and posted or reversed state', async () => {
    const { who, repayId } = await aLoan();
    const { code } = await startFullPayment(who, repayId);

    await sendWebhook(app, aPaymentEvent(app, code, rupees(1_237)));

    const orders = async (query: Record<string, unknown>) =>
      (await office.officer.data('moneyPayments', { query })).rows.map((row) => row.repayId);
    const ofAmount = { amountPaise: rupees(1_237) };

    expect(await orders({ ...ofAmount, from: today(), to: today(), state: 'posted' })).toEqual([
      repayId,
    ]);
    expect(await orders({ amountPaise: rupees(1_238) })).toEqual([]);
    expect(await orders({ ...ofAmount, from: tomorrow() })).toEqual([]);
    expect(await orders({ ...ofAmount, to: addDays(today(), -1) })).toEqual([]);
    expect(await orders({ ...ofAmount, state: 'reversed' })).toEqual([]);

    const [{ journalId = '' } = {}] = (
      await office.officer.data('moneyPayments', { query: ofAmount })
    ).rows;
    await decide({ kind: 'reversal', repayId, journalId });
    expect(await orders({ ...ofAmount, state: 'posted' })).toEqual([]);
    expect(await orders({ ...ofAmount, state: 'reversed' })).toEqual([repayId]);
  });

  test('loans by status, day of application and principal', async () => {
    const { repayId } = await aLoan();
    const ids = async (query: Record<string, unknown>) =>
      (await office.officer.data('loanList', { query })).rows.map((row) => row.repayId);
    const [{ principalPaise = 0 } = {}] = (
      await office.officer.data('loanList', { query: { repayId } })
    ).rows;
    const asked = {
      status: OrderStatus.active,
      from: today(),
      to: today(),
      amountPaise: principalPaise,
    };

    expect(await ids(asked)).toContain(repayId);
    expect(await ids({ ...asked, status: OrderStatus.overdue })).not.toContain(repayId);
    expect(await ids({ ...asked, from: tomorrow(), to: tomorrow() })).toEqual([]);
    expect(await ids({ ...asked, from: '1900-01-01', to: '2199-12-31' })).toContain(repayId);
    expect(await ids({ ...asked, amountPaise: principalPaise + 1 })).toEqual([]);
  });
});

test('discrepancies come page by page, oldest first, each once', async () => {
  const { rows: before } = await office.officer.data('moneyDiscrepancies', { query: {} });
  const at = app.deps.now();

  await app.deps.db.transaction().execute(async (tx) => {
    for (let one = 0; one < 120; one += 1) {
      const action = {
        at: at + Math.floor(one / 2),
        userId: null,
        actor: 'provider',
        action: 'payment_discrepancy',
      };
      await recordAction(tx, {
        ...action,
        subject: `pay_page${one}`,
        detail: { stored: 100, reported: 200 },
      });
    }
  });

  const refs: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await office.officer.data('moneyDiscrepancies', {
      query: after === undefined ? {} : { after },
    });
    expect(page.rows.length).toBeLessThanOrEqual(50);
    refs.push(...page.rows.map(({ ref }) => ref));
    after = page.next;
  }

  expect(refs).toHaveLength(before.length + 120);
  expect(new Set(refs).size).toBe(refs.length);

  const made = refs.flatMap((ref) =>
    ref.startsWith('pay_page') ? [Math.floor(Number(ref.slice(8)) / 2)] : [],
  );
  expect(made).toEqual(made.toSorted((a, b) => a - b));
});
