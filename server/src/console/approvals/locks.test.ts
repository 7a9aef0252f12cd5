import { addDays, businessDay } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { readProducts } from '../../lending/credit/credit-store.ts';
import { recordStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { lockStaff } from '../../platform/staff/staff-store.ts';
import { proposeByName } from '../../testing/decisions.ts';
import { anActiveLoan } from '../../testing/loans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { sandboxPerson } from '../access/sandbox-people.ts';
import { carryOutRequest } from './carry-out-request.ts';
import { previewRequest } from './propose-request.ts';
import { findListedRequest, lockRequest } from './request/requests-store.ts';

const app = await useApp();

test('a request can be opened while another transaction decides it', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who);

  const detail = { isFrozen: true };
  const given = {
    kind: 'lending_freeze',
    userId: who.userId,
    detail,
    maker: 'Asha',
    reason: 'as was agreed',
  } as const;
  const requestId = await proposeByName(app.deps, given);

  await app.deps.db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, requestId);
    // If the preview waited here, it would hold the limit's row, which the decision locks next.
    const { facts } = await previewRequest(app.deps, request!);
    expect(facts).toContainEqual({ what: 'new_lending', before: 'open', after: 'frozen' });
  });
});

test('a request that is opened while it is approved says why it is not possible any more', async () => {
  const { deps } = app;
  const products = await readProducts(deps.db, deps.today());
  const current = products.find(({ code }) => code === 'N15')!;
  const terms = { ...current, version: current.version + 1 };
  const detail = { terms, effectiveFrom: addDays(businessDay(deps.today()), 40) };
  const given = {
    kind: 'product_version',
    detail,
    maker: 'Asha',
    reason: 'as was agreed',
  } as const;
  const requestId = await proposeByName(deps, given);
  const request = await findListedRequest(deps.db, requestId);
  const { opened } = await deps.db.transaction().execute(async (tx) => {
    await carryOutRequest(tx, deps, (await lockRequest(tx, requestId))!);
    const opened = previewRequest(deps, request!).catch((error: unknown) => error);
    await expect.poll(() => countWaiting(deps.db)).toBe(1);
    return { opened };
  });

  expect(await opened).toMatchObject({
    refusal: { reason: 'product_version_not_next', product: 'N15', version: terms.version + 1 },
  });
});

test('an act is recorded while another transaction changes the member of staff', async () => {
  const { db, now } = app.deps;
  const staffId = await sandboxPerson(db, 'support', 'first', now());
  await db.transaction().execute(async (tx) => {
    await lockStaff(tx, staffId);
    // If recording waited here, it would hold the end of the chain, which the change locks next.
    await recordStaffAct(db, { at: now(), staffId, action: 'person_opened' });
  });
});
