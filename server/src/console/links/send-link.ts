import { nextContactAt } from '@noren/core/lending/dunning';
import { JOBS } from '../../job-list.ts';
import { createLinkToken, LINK_HOURS } from '../../notifications/sign-in-link-store.ts';
import { readContactHours } from '../../people/account/contact-hours-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob, type JobPayloads } from '../../platform/jobs/job-store.ts';
import { lockContacts, writeContact } from '../collections/collection-store.ts';
import { isOfLinkSegment } from './link-campaign-store.ts';
import { claimLink, markLink, readCampaignLink, readLinkRecipient } from './links-store.ts';

/** Where a session that a staff link opened came from. */
const CHANNEL = 'staff';

type Key = JobPayloads['send-staff-link'];

/**
 * Job: makes a link and sends it to the borrower's phone, once. After an interruption it is not
 * sent again.
 */
export async function sendStaffLinkNow(deps: Deps, key: Key): Promise<void> {
  const { db, now } = deps;
  const to = await readLinkRecipient(db, deps.crypto, key.userId);
  if (!to) return markLink(db, key, { state: 'refused', now: now() });

  const campaign = await readCampaignLink(db, key);
  if (campaign && !(await maySendNow(deps, key, campaign))) return;

  const token = await createLinkToken(db, { userId: key.userId, channel: CHANNEL, now: now() });
  const [taskId = ''] = token.split('.');
  if (!(await claimLink(db, key, taskId)))
    return markLink(db, key, { state: 'unknown', now: now() });

  const values = { host: deps.config.NOREN_APP_HOST, token, hours: String(LINK_HOURS) };
  const { state } = await deps.sms.send({ ...to, template: 'sign_in_link', values });

  await markLink(db, key, { state: state === 'delivered' ? 'sent' : state, now: now() });
  if (campaign && state !== 'refused') await logContact(deps, key.userId, campaign);
}

type CampaignLink = NonNullable<Awaited<ReturnType<typeof readCampaignLink>>>;

/**
 * Whether a campaign's link may be sent now. Outside contact hours it waits; a hold or a payment
 * meanwhile withholds it.
 */
async function maySendNow(
  deps: Deps,
  key: Key,
  { segment, orderId }: CampaignLink,
): Promise<boolean> {
  const now = deps.now();
  const from = nextContactAt(now, await readContactHours(deps.db, key.userId));
  if (from > now) {
    await addJob(deps.db, JOBS['send-staff-link'], key, { afterMs: from - now });
    return false;
  }

  const at = { now, today: deps.today() };
  if (await isOfLinkSegment(deps.db, { segment, userId: key.userId, orderId, at })) return true;

  await markLink(deps.db, key, { state: 'withheld', now });

  return false;
}

/** A link about dues counts as a contact, so that the caps hold for both. */
async function logContact(
  { db, crypto, now, today }: Deps,
  userId: string,
  of: CampaignLink,
): Promise<void> {
  const { orderId, staffId } = of;
  if (orderId === null) return;

  await db.transaction().execute(async (tx) => {
    await lockContacts(tx, userId);

    const contact = {
      userId,
      orderId,
      kind: 'sms' as const,
      result: 'sent' as const,
      note: undefined,
    };
    await writeContact(tx, crypto, { ...contact, day: today(), now: now(), staffId });
  });
}
