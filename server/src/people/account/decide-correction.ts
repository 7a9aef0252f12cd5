import {
  type CorrectedField,
  type CorrectionRefusal,
  isIdentityField,
} from '@noren/core/people/correction';
import { JOBS } from '../../job-list.ts';
import { lockCredit, reopenDecidedCredit } from '../../lending/credit/credit-store.ts';
import { notify } from '../../notifications/store.ts';
import { recordAction, toActor } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { compareNamesAgain } from '../bank/compare-names.ts';
import { askAboutPan } from '../certification/pan-check.ts';
import { renewReview } from '../certification/review-store.ts';
import { readIdentity } from '../certification/store.ts';
import { screenPerson } from '../sanctions/screen-person.ts';
import { updatePersonalField } from './personal-fields.ts';
import { decideDataChange, listDataChanges } from './store.ts';

interface CorrectionDecision {
  readonly userId: string;
  readonly changeId: string;
  /** Null approves it. */
  readonly refusedBecause: CorrectionRefusal | null;
  /** The operator's name, or `staff:` and the id of somebody of the lender. */
  readonly operator: string;
}

/** As {@link decideCorrection}, in the caller's transaction. */
export async function decideCorrectionIn(
  tx: Tx,
  deps: Deps,
  input: CorrectionDecision,
): Promise<boolean> {
  const { userId, changeId, refusedBecause, operator } = input;
  const actor = toActor(operator);
  const now = deps.now();

  // Wait for a running evaluation: it has already read the data being corrected.
  await lockCredit(tx, userId);
  await lockUser(tx, userId);

  const change = (await listDataChanges(tx, deps.crypto, userId)).find(
    (candidate) => candidate.changeId === changeId,
  );
  if (
    !change ||
    !(await decideDataChange(tx, { userId, changeId }, { refusedBecause, by: actor, now }))
  )
    return false;

  const { field } = change;
  if (refusedBecause === null) {
    await updatePersonalField(tx, deps.crypto, { userId, field, value: change.after, now });
    if (isIdentityField(field)) await checkAgain(tx, deps, { userId, field });
    if (await reopenDecidedCredit(tx, userId, now))
      await addJob(tx, JOBS['evaluate-credit'], { userId });
  }

  const isRefused = refusedBecause !== null;
  const reason = isRefused ? { refusedBecause } : {};
  const kind = isRefused ? 'correction_refused' : 'correction_decided';

  await notify(tx, deps, { userId, kind, reference: changeId, values: reason });

  const action = isRefused ? 'correction_refused' : 'correction_done';
  await recordAction(tx, { at: now, userId, actor, action, detail: { field, ...reason } });

  return true;
}

/** Another name or birth date is compared again with what others say. */
async function checkAgain(
  tx: Tx,
  deps: Deps,
  { userId, field }: { userId: string; field: CorrectedField },
): Promise<void> {
  const { crypto, now } = deps;
  const identity = await readIdentity(tx, crypto, userId);
  if (!identity) return;

  await renewReview(tx, userId, now());
  if (field === 'name')
    await compareNamesAgain(tx, crypto, { userId, confirmed: identity.name, now: now() });
  await screenPerson(tx, deps, { userId, ...identity });
  await askAboutPan(tx, deps, userId);
}
