import { expect, test } from 'vitest';
import { evaluateCredit } from '../../borrower/loans/evaluate-credit.ts';
import type { StaffAlert, StaffAlertAnswer } from '../../platform/ports/staff-alerts.ts';
import { type NamedProposal, proposeByName } from '../../testing/decisions.ts';
import { anActiveLoan } from '../../testing/loans.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { alertStaff } from './alert-staff.ts';

const MINUTE = 60_000;
const app = await useApp();
const desk = await useConsole(app);

/** The run of the schedule that follows now; what it sends. */
async function alertNext(
  sent: StaffAlert[] = [],
  answer: StaffAlertAnswer = { state: 'sent' },
): Promise<StaffAlert[]> {
  const staffAlerts = {
    send: async (alert: StaffAlert) => {
      sent.push(alert);
      return answer;
    },
  };
  const ts = new Date(Math.ceil(app.deps.now() / (5 * MINUTE)) * 5 * MINUTE).toISOString();

  await alertStaff({ ...app.deps, staffAlerts }, { _cron: { ts } });

  return sent;
}

test('an approval that came is sent by kind and number alone, and the same again under the same id', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  const proposal = {
    kind: 'waiver',
    repayId,
    detail: { amountPaise: 500 },
    maker: 'Asha',
    reason: 'as was promised',
  };

  await proposeByName(app.deps, proposal as NamedProposal);

  const [alert] = await alertNext();
  expect(alert).toMatchObject({
    text: 'New: 1 approval. Open the console.',
    waiting: [{ kind: 'approval', arrived: 1, late: 0 }],
  });
  for (const personal of [who.userId, who.phone, repayId, 'Asha'])
    expect(JSON.stringify(alert)).not.toContain(personal);
  expect(await alertNext()).toEqual([alert]);

  app.advance(5 * MINUTE);
  expect(await alertNext()).toEqual([]);
});

test('a comment on a request that waits is sent by its number alone', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  const [maker, checker] = [await desk.as('collections'), await desk.as('credit_officer')];
  const proposal = { kind: 'waiver', repayId, amountPaise: 500 };
  const { requestId } = await maker.data('propose', {
    body: { proposal, reason: 'as was promised' },
  });

  app.advance(5 * MINUTE);
  for (const text of ['Who promised it?', 'Was it Meera?'])
    await checker.data('commentRequest', { body: { requestId, text } });

  const [alert] = await alertNext();
  expect(alert).toMatchObject({
    text: 'New: 2 comments on requests. Open the console.',
    waiting: [{ kind: 'comment', arrived: 2, late: 0 }],
  });
  expect(JSON.stringify(alert)).not.toContain('Meera');

  app.advance(5 * MINUTE);
  expect(await alertNext()).toEqual([]);
});

test('a review is sent once it is late; an alert that is not accepted fails the job', async () => {
  const who = await aSignedInUser(app, { limitPaise: null });
  await app.deps.db
    .updateTable('identities')
    .set({ state: 'review', reasons: '["pan_differs"]', savedAt: new Date(app.deps.now()) })
    .where('userId', '=', who.userId)
    .execute();
  await evaluateCredit(app.deps, who);
  expect(await alertNext()).toEqual([]);

  app.advance(120 * MINUTE);
  expect(await alertNext()).toMatchObject([{ text: 'Late: 1 identity review. Open the console.' }]);
  await expect(alertNext([], { state: 'refused', reason: 'http_410' })).rejects.toThrow(
    'staff were not alerted: http_410',
  );
  await expect(alertNext([], { state: 'unknown' })).rejects.toThrow(
    'staff were not alerted: no answer',
  );
});
