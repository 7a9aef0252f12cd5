import { expect, test } from 'vitest';
import { sandboxPerson } from '../../features/staff/sandbox-people.ts';
import { recordStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { lockStaff } from '../../platform/staff/staff-store.ts';
import { proposeByName } from '../../testing/decisions.ts';
import { anActiveLoan } from '../../testing/loans.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { previewRequest } from './propose-request.ts';
import { lockRequest } from './requests-store.ts';

const app = await useApp();

test('a request can be opened while another transaction decides it', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who);
  const detail = { isFrozen: true };
  const given = { kind: 'lending_freeze', userId: who.userId, detail, maker: 'Asha', reason: 'as was agreed' } as const;
  const requestId = await proposeByName(app.deps, given);
  await app.deps.db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, requestId);
    // Waiting here, it would hold what the decision takes next: the borrower's limit row.
    const { facts } = await previewRequest(app.deps, request!);
    expect(facts).toContainEqual({ what: 'new_lending', before: 'open', after: 'frozen' });
  });
}, 15_000);

test('an act of somebody is recorded while another transaction changes that person', async () => {
  const { db, now } = app.deps;
  const staffId = await sandboxPerson(db, 'support', 'first', now());
  await db.transaction().execute(async (tx) => {
    await lockStaff(tx, staffId);
    // Waiting here, it would hold the end of the chain, which the change takes next.
    await recordStaffAct(db, { at: now(), staffId, action: 'person_opened' });
  });
}, 15_000);
