import { nextContactAt } from '@noren/core/lending/dunning';
import { formatRupees } from '@noren/core/money/money';
import { JOBS } from '../../job-list.ts';
import { readLoan } from '../../lending/book/loan-book.ts';
import { findOrderById } from '../../lending/orders/order-store.ts';
import {
  createPaymentLink,
  endOlderLinks,
} from '../../lending/payments/checkout/payment-link-store.ts';
import { findTextWithLink } from '../../notifications/notification-texts.ts';
import { takeSmsConstants } from '../../notifications/registered-texts.ts';
import { createLinkToken, LINK_HOURS } from '../../notifications/sign-in-link-store.ts';
import type { SmsTemplate } from '../../notifications/sms-templates.ts';
import { readContactHours } from '../../people/account/contact-hours-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob, type JobPayloads } from '../../platform/jobs/job-store.ts';
import { lockContacts, writeContact } from '../collections/collection-store.ts';
import { isOfLinkSegment } from './link-campaign-store.ts';
import {
  claimLink,
  markLink,
  readCampaignLink,
  readLinkOrder,
  readLinkRecipient,
} from './links-store.ts';

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

  const { name, endOlder, ...sms } =
    (await makeDuesLink(deps, key)) ?? (await makeSignInLink(deps, key));
  if (!(await claimLink(db, key, name))) return markLink(db, key, { state: 'unknown', now: now() });

  const { state } = await deps.sms.send({ ...to, ...sms });
  if (state !== 'refused') await endOlder?.();

  await markLink(db, key, { state: state === 'delivered' ? 'sent' : state, now: now() });
  if (campaign && state !== 'refused') await logContact(deps, key.userId, campaign);
}

/** An SMS with a link, and the part of the link by which it is known. */
interface LinkSms {
  readonly name: string;
  readonly template: SmsTemplate;
  readonly values: Readonly<Record<string, string>>;
  /** Called once the message may have left. */
  readonly endOlder?: () => Promise<void>;
}

async function makeSignInLink({ db, config, now }: Deps, { userId }: Key): Promise<LinkSms> {
  const token = await createLinkToken(db, { userId, channel: CHANNEL, now: now() });
  const [name = ''] = token.split('.');
  const values = { host: config.NOREN_APP_HOST, token, hours: String(LINK_HOURS) };

  return { name, template: 'sign_in_link', values };
}

/**
 * A link for an overdue order raises dues: from 1 January 2027 it is in the text of a message about
 * them, and pays the loan. Null for any other link, and before that day.
 */
async function makeDuesLink(deps: Deps, key: Key): Promise<LinkSms | null> {
  const { db, config, appConfig, now } = deps;
  const today = deps.today();
  const template = findTextWithLink('overdue', today);
  const orderId = await readLinkOrder(db, key);
  const order = orderId === null ? undefined : await findOrderById(db, key.userId, orderId);
  if (template === null || !order?.dueDay || order.dueDay >= today) return null;

  const { view } = await readLoan(db, order, today);
  const token = await createPaymentLink(db, order, now());
  const values = {
    repayId: order.repayId,
    amount: formatRupees(view.totalOwed),
    dueDay: order.dueDay,
    payToken: token,
    ...takeSmsConstants(config.NOREN_APP_HOST, appConfig),
  };
  const endOlder = () => endOlderLinks(db, order, { token, now: now() });

  return { name: token, template, values, endOlder };
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
  campaignLink: CampaignLink,
): Promise<void> {
  const { orderId, staffId } = campaignLink;
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
