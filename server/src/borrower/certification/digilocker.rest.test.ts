import { CALLS } from '@noren/contract/index';
import { hasVerhoeffCheck } from '@noren/core/people/identity-numbers';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import {
  comeBack,
  openPage,
  passFace,
  refusal,
  sendPan,
  useDigiLocker,
} from '../../testing/digilockers.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { double, app, console, aPerson, write, visit, sourceFor } = await useDigiLocker();

test('a card that another account confirmed does not confirm a second one', async () => {
  const [first, second] = [await aPerson(), await aPerson()];
  const stolen = { ...second, person: { ...first.person, pan: second.person.pan } };
  for (const who of [first, stolen]) {
    successData(await comeBack(who, await visit(who, first.person)));
    await sendPan(who);
    await passFace(who, 0.9);
    const { name, birthDay, pan, aadhaar } = who.person;
    // Another number with the same last digits, as in an edited picture.
    const typed = who === first ? aadhaar : sameEnd(aadhaar);
    const body = { name, birthDay, pan, aadhaar: typed };
    successData(await who.client.send(CALLS.saveIdentity, { body }));
  }

  expect(await sourceFor(first)).toMatchObject({ verdict: 'agrees' });
  expect(await sourceFor(second)).toMatchObject({
    verdict: 'differs',
    differences: ['card_taken'],
  });
});

/** Another number with the same last four digits. */
function sameEnd(aadhaar: string): string {
  for (let n = 20_000_000; n < 20_000_100; n += 1) {
    const other = `${n}${aadhaar.slice(-4)}`;
    if (hasVerhoeffCheck(other) && other !== aadhaar) return other;
  }
  throw new Error('no such number');
}

test('a visit ends with a later one', async () => {
  const who = await aPerson();
  const former = await visit(who);
  const current = await visit(who);

  expect(await comeBack(who, former)).toMatchObject(refusal('locker_over'));
  successData(await comeBack(who, current));
});

test('a return after log-out gives nothing, and neither does it in a later session', async () => {
  const who = await aPerson();
  const back = await visit(who);
  double.asked.length = 0;

  successData(await who.client.send(CALLS.logOut, {}));
  expect(await comeBack(who, back)).toMatchObject({ code: 401 });

  const { phone } = who;
  const again = await aSignedInUser(app, { phone, bizStatus: UserStatus.identityDue });
  expect(again.userId).toBe(who.userId);
  expect(await comeBack(again, back)).toMatchObject(refusal('locker_over'));

  expect(double.asked).toEqual([]);
  expect(await sourceFor(who)).toBeNull();
});

test('a code that was put beside somebody’s state is refused by DigiLocker', async () => {
  const [who, thief] = [await aPerson(), await aPerson()];
  const { state } = await visit(who);
  const { code } = await visit(thief);
  expect(await comeBack(who, { state, code })).toMatchObject(refusal('locker_over'));
  expect(await sourceFor(who)).toBeNull();
});

test('without an answer nothing is known, and the same return may be tried again', async () => {
  const who = await aPerson();
  const back = await visit(who);
  double.token = { status: 503, body: '' };
  expect(await comeBack(who, back)).toMatchObject(refusal('locker_silent'));
  double.token = 'answers';
  successData(await comeBack(who, back));

  const second = await visit(who);
  double.document = { status: 503, body: '' };
  expect(await comeBack(who, second)).toMatchObject(refusal('locker_silent'));
  double.document = 'answers';
  expect(await comeBack(who, second)).toMatchObject(refusal('locker_over'));
});

test('a locker without an Aadhaar and an altered document have answers of their own', async () => {
  const who = await aPerson();
  const empty = double.allow(await openPage(who), '');
  expect(await comeBack(who, empty)).toMatchObject(refusal('locker_no_aadhaar'));

  const altered = write(who.person).replace(/ name="../, ' name="Xx');
  const forged = double.allow(await openPage(who), altered);
  expect(await comeBack(who, forged)).toMatchObject(refusal('locker_unusable'));

  const support = await console.as('support');
  const { rows } = await support.data('borrowerTimeline', { params: { userId: who.userId } });
  const refused = rows.filter(({ action }) => action === 'digilocker_refused');
  expect(refused.map(({ about }) => about).toSorted()).toEqual(['altered', 'no_aadhaar']);
});
