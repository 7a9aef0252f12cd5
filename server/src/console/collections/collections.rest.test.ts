import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { anActiveLoan } from '../../testing/loans.ts';
import { barred, useOverdueLoan } from '../../testing/overdue-loan.ts';
import { passOnce } from '../../testing/pass-days.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const overdue = await useOverdueLoan();
const { refused, pay, assigned, call, read, promise } = overdue;

describe('the worklist', () => {
  test('pages follow each other without a gap or a repetition', async () => {
    const orders = [overdue.repayId];
    for (let n = 0; n < 2; n += 1) {
      const other = await aSignedInUser(overdue.app);
      orders.push(await anActiveLoan(overdue.app, other, { productCode: 'N07', rupees: 5_000 }));
    }

    await passOnce(overdue.app, 9);

    const { rows } = await overdue.rohit.data('collectionList', { query: { list: 'all' } });
    expect(rows.map((row) => row.repayId).sort()).toEqual(orders.sort());

    const [first] = rows;
    const row = await overdue.app.deps.db
      .selectFrom('orders')
      .select('orderId')
      .where('repayId', '=', first!.repayId)
      .executeTakeFirstOrThrow();
    const query = { list: 'all', after: `${first!.dueDay}~${row.orderId}` };

    expect((await overdue.rohit.data('collectionList', { query })).rows).toEqual(rows.slice(1));
    await sql`update orders set due_day = due_day + 1000`.execute(overdue.app.deps.db);
  });
});

describe('a contact', () => {
  test('its note is encrypted, and in no list; its result fits its kind', async () => {
    await assigned();
    await call(overdue.rohit, 'reached', 'Lost the job in October.');
    expect((await read()).contacts).toMatchObject([
      {
        kind: 'call',
        result: 'reached',
        note: 'Lost the job in October.',
        staffName: 'Rohit Desai',
      },
    ]);

    const stored = await overdue.app.deps.db
      .selectFrom('collection_contacts')
      .selectAll()
      .where('userId', '=', overdue.who.userId)
      .execute();
    expect(JSON.stringify(stored)).not.toContain('October');
    expect(stored[0]?.noteEnc?.toString('utf8')).not.toContain('October');

    const auditor = await overdue.desk.as('auditor');
    const { rows: acts } = await auditor.data('auditList', { query: { action: 'contact_logged' } });

    expect(acts[0]).toMatchObject({
      userId: overdue.who.userId,
      subject: overdue.repayId,
      detail: { kind: 'call', result: 'reached' },
    });
    expect(JSON.stringify(acts)).not.toContain('October');

    const body = { repayId: overdue.repayId, kind: 'sms', result: 'reached' };
    expect(await overdue.rohit.send('logContact', { body })).toMatchObject({ status: 400 });
  });

  test('while a complaint has no answer it is refused', async () => {
    await assigned();
    const body = {
      type: 'complaint' as const,
      text: 'I have paid this.',
      repayId: overdue.repayId,
    };
    successData(await overdue.who.client.send(CALLS.saveFeedback, { body }));
    expect(await refused(call())).toMatchObject(barred('answer_due'));
  });
});

describe('a promise to pay', () => {
  test('is kept by what is paid after it, by its day', async () => {
    await assigned();
    await pay(rupees(500));
    await promise(rupees(1_000), 1);
    expect((await read()).promises).toMatchObject([{ state: 'running' }]);
    expect(await promise(rupees(1_000), 1)).toMatchObject({
      status: 409,
      error: { code: 'taken' },
    });
    await pay(rupees(600));
    expect((await read()).promises).toMatchObject([{ state: 'running' }]);
    overdue.app.moveDays(1);
    await pay(rupees(400));
    expect((await read()).promises).toMatchObject([{ state: 'kept' }]);
    overdue.app.moveDays(5);
    expect((await read()).promises).toMatchObject([{ state: 'kept' }]);
  });
});
