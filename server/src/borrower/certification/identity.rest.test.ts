import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { aPerson, save, useReadyIdentities } from '../../testing/ready-identities.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { app, ready } = await useReadyIdentities();

test('a PAN and an Aadhaar number that were corrected are free for another user', async () => {
  const [wrong, right] = [aPerson(), aPerson()];
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.contactsDue });

  successData(await save(client, wrong, wrong.aadhaar));
  successData(await save(client, right, right.aadhaar));

  const other = await ready(wrong);
  expect(await save(other.client, { ...wrong, pan: right.pan })).toMatchObject({
    data: { reason: 'pan_taken' },
  });
  expect(successData(await save(other.client, wrong)).bizStatus).toBe(UserStatus.personalInfoDue);
});

test('of two users saving the same PAN concurrently one succeeds', async () => {
  const [one, two] = [aPerson(), aPerson()];
  const people = await Promise.all([ready(one), ready(two)]);
  const answers = await Promise.all(
    people.map(({ client }, i) => save(client, { ...(i ? two : one), pan: one.pan })),
  );

  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
});

test('saving an identity is limited to twenty attempts an hour, so that taken numbers cannot be probed', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.personalInfoDue });

  const queryIdentity = (at: number) =>
    client.send(CALLS.saveIdentity, {
      body: { name: 'Asha Rao', pan: `ABCPX${1000 + at}Z`, birthDay: '1990-01-01', aadhaar: null },
    });

  for (let at = 0; at < 20; at++) expect((await queryIdentity(at)).code).not.toBe(429);
  expect((await queryIdentity(20)).code).toBe(429);
  app.advance(3_600_000);
  expect((await queryIdentity(21)).code).not.toBe(429);
});
