import { expect, test } from 'vitest';
import { makeFakeKyc } from '../../testing/fake-kyc.ts';
import { makePhoneChanges } from '../../testing/phone-changes.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';

const app = await useApp({ kyc: makeFakeKyc() });
const desk = await useConsole(app);
const { aBorrower, begin, change, readState, waitAndFinish } = makePhoneChanges(app);

test('staff see a new number that waits, masked, and stop it with a reason', async () => {
  const support = await desk.as('support');
  const who = await aBorrower();
  const params = { userId: who.userId };
  const see = async () => (await support.data('borrower', { params })).phoneChange;
  const stop = { params, body: { reason: 'the owner called from the old number' } };
  const before = (await readState(who)).number;

  expect(await see()).toBeNull();
  expect(await support.send('stopBorrowerPhoneChange', stop)).toMatchObject({
    error: { refusal: { reason: 'phone_change_ended' } },
  });

  await begin(who, '9876500001');
  expect(await see()).toBeNull();
  app.advance(61_000);
  const phone = await change(who);
  const seen = await see();
  expect(seen).toMatchObject({ way: 'signed_in', proof: 'face' });
  expect(seen?.maskedPhone).not.toContain(phone);

  expect(await support.data('stopBorrowerPhoneChange', stop)).toEqual({});
  expect(await see()).toBeNull();
  await waitAndFinish();
  expect(await readState(who)).toEqual({ number: before, because: 'staff' });

  const auditor = await desk.as('auditor');
  const { rows } = await auditor.data('auditList', {
    query: { action: 'borrower_phone_change_stopped' },
  });
  expect(rows).toMatchObject([{ userId: who.userId, detail: stop.body }]);
  expect(await auditor.send('stopBorrowerPhoneChange', stop)).toMatchObject({
    error: { code: 'forbidden' },
  });
});
