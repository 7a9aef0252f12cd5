import { createOpenToken, LINK_HOURS } from '../../lending/sign-in-link-store.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobPayloads } from '../../platform/jobs/job-store.ts';
import { claimLink, markLink, readLinkRecipient } from './links-store.ts';

/** Where a session that a staff link opened came from. */
const CHANNEL = 'staff';

/** Job: makes a link and sends it to the borrower's phone, once. After an interruption it is not sent again. */
export async function sendStaffLinkNow(deps: Deps, key: JobPayloads['send-staff-link']): Promise<void> {
  const { db, now } = deps;
  const to = await readLinkRecipient(db, deps.crypto, key.userId);
  if (!to) return markLink(db, key, { state: 'refused', now: now() });
  const token = await createOpenToken(db, { userId: key.userId, channel: CHANNEL, now: now() });
  const [taskId = ''] = token.split('.');
  if (!(await claimLink(db, key, taskId))) return markLink(db, key, { state: 'unknown', now: now() });
  const values = { host: deps.config.NOREN_APP_HOST, token, hours: String(LINK_HOURS) };
  const { state } = await deps.sms.send({ ...to, template: 'sign_in_link', values });
  await markLink(db, key, { state: state === 'delivered' ? 'sent' : state, now: now() });
}
