import type { RiskClass } from '@noren/core/lending/renewal';
import { addDays, addMonths } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { timestamp } from '../../../platform/db/db.ts';
import { useConsole } from '../../../testing/staff.ts';
import { useApp } from '../../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../../testing/users.ts';

const app = await useApp();
const desk = await useConsole(app);
const reviewer = await desk.as('reviewer');
const officer = await desk.as('credit_officer');

const reason = 'what the file of this borrower says';

async function aPersonMet(): Promise<SignedInUser> {
  const who = await aSignedInUser(app);
  const own = app.deps.db.updateTable('users').where('userId', '=', who.userId);
  await own.set({ fullKycAt: timestamp(app.deps.now()) }).execute();
  return who;
}

const wish = ({ userId }: SignedInUser, riskClass: RiskClass) => ({
  body: { proposal: { kind: 'risk_class' as const, userId, riskClass }, reason },
});

const refusal = async (who: SignedInUser, riskClass: RiskClass) => {
  const answer = await reviewer.send('propose', wish(who, riskClass));
  return answer.ok ? null : answer.error.refusal?.reason;
};

const readRenewal = async ({ userId }: SignedInUser) =>
  (await reviewer.data('borrower', { params: { userId } })).renewal;

test('before full KYC it is high by law, and nobody changes it', async () => {
  const who = await aSignedInUser(app);

  expect(await readRenewal(who)).toMatchObject({
    riskClass: 'high',
    basis: 'at_a_distance',
    dueDay: addMonths(app.deps.today(), 24),
  });
  expect(await refusal(who, 'low')).toBe('risk_class_by_law');
});

test('it is raised by one person, and the update is not due before its reminders', async () => {
  const who = await aPersonMet();
  app.moveDays(5 * 365);
  expect((await reviewer.data('propose', wish(who, 'high'))).state).toBe('approved');

  expect(await readRenewal(who)).toMatchObject({
    riskClass: 'high',
    basis: 'decided',
    dueDay: addDays(app.deps.today(), 60),
    state: 'open',
  });
  app.moveDays(-5 * 365);
});

test('it is lowered by two people', async () => {
  const who = await aPersonMet();
  expect(await readRenewal(who)).toMatchObject({ riskClass: 'medium', basis: 'full_kyc' });

  const { requestId, state } = await reviewer.data('propose', wish(who, 'low'));
  expect(state).toBe('open');
  expect(await readRenewal(who)).toMatchObject({ riskClass: 'medium' });

  const { effectNow } = await officer.data('approval', { params: { requestId } });
  expect(effectNow?.facts).toEqual([
    { what: 'risk_class', before: 'medium', after: 'low' },
    {
      what: 'renewal_due',
      before: addMonths(app.deps.today(), 96),
      after: addMonths(app.deps.today(), 120),
    },
  ]);
  await officer.data('approve', { body: { requestId, seen: effectNow! } });
  expect(await readRenewal(who)).toMatchObject({ riskClass: 'low', basis: 'decided' });
});

test('the class somebody has already is refused', async () => {
  expect(await refusal(await aPersonMet(), 'medium')).toBe('risk_class_same');
});
