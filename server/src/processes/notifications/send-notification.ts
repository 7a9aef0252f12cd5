import type { Language } from '@noren/contract/fields';
import { dunningNotifications, nextContactAt } from '@noren/core/lending/dunning';
import { OrderStatus } from '@noren/core/lending/order-status';
import { type Moment, readDispute } from '../../lending/orders/disputes-store.ts';
import { findOrder } from '../../lending/orders/order-store.ts';
import { TEXT_FOR_OTHER } from '../../notifications/notification-texts.ts';
import {
  CHANNELS,
  type Channel,
  MAX_STATUS_QUERIES,
  NOTIFICATION_RULES,
  type NotificationRules,
  nextQueryAfter,
  notAccepted,
} from '../../notifications/rules.ts';
import { createLinkToken, LINK_HOURS } from '../../notifications/sign-in-link-store.ts';
import type { SmsTemplate } from '../../notifications/sms-templates.ts';
import {
  changeDelivery,
  countSentToday,
  type Delivery,
  type DeliveryChange,
  listStaleNotifications,
  lockDelivery,
  type NotificationKey,
  resendNotification,
} from '../../notifications/store.ts';
import { readContactHours } from '../../people/account/contact-hours-store.ts';
import { readOtherNumber } from '../../people/login/phone-change-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { mailNotification, repeatMail } from './mail-notification.ts';
import { prepareSms } from './prepare-sms.ts';
import { pushNotification } from './push-notification.ts';
import { readRecipient } from './recipient-store.ts';

/** How long until a dispute is looked at again. */
const AFTER_DISPUTE_MS = 3_600_000;

/**
 * The next action on one delivery, with the delivery as it was before: wait, send, or query the
 * provider.
 */
type Claim =
  | { readonly act: 'wait'; readonly ms: number }
  | { readonly act: 'send' | 'query'; readonly was: Delivery };

/**
 * Job: sends a notification over each of its channels, retries what was rejected, and queries what
 * was not answered. A delivery is stored as unknown before it is sent, so that after a crash the
 * provider is queried first.
 */
export async function sendNotification(
  deps: Deps,
  key: NotificationKey,
  rules: NotificationRules = NOTIFICATION_RULES,
): Promise<void> {
  const waits: number[] = [];
  for (const channel of CHANNELS) {
    const wait = await advanceDelivery(deps, key, channel, rules);
    if (wait !== null) waits.push(wait);
  }

  if (waits.length > 0) await resendNotification(deps.db, key, Math.min(...waits));
}

/** @returns milliseconds until its next step; null when the delivery has ended */
async function advanceDelivery(
  deps: Deps,
  key: NotificationKey,
  channel: Channel,
  rules: NotificationRules,
): Promise<number | null> {
  const claim = await claimDelivery(deps, key, channel, rules);
  if (claim === null) return null;
  if (claim.act === 'wait') return claim.ms;

  const recipient = await readRecipient(deps.db, deps.crypto, key.userId);
  const sending = { was: claim.was, ...recipient };
  const to =
    claim.act === 'query'
      ? await queryDelivery(deps, key, channel, claim.was)
      : await SENDERS[channel](deps, key, sending);

  await changeDelivery(deps.db, key, channel, to);

  return to.nextAt === null ? null : Math.max(0, to.nextAt - deps.now());
}

interface Sending {
  readonly was: Delivery;
  readonly phone: string;
  readonly language: Language;
}

const SENDERS: Readonly<
  Record<Channel, (deps: Deps, key: NotificationKey, sending: Sending) => Promise<DeliveryChange>>
> = {
  sms: sendSms,
  push: pushNotification,
  other_sms: sendToOther,
  mail: mailNotification,
};

/** Decides the next action in one transaction, and stores an attempt before it is sent. */
function claimDelivery(
  deps: Deps,
  key: NotificationKey,
  channel: Channel,
  rules: NotificationRules,
): Promise<Claim | null> {
  return deps.db.transaction().execute(async (tx) => {
    const was = await lockDelivery(tx, deps, key, channel);
    if (!was || was.nextAt === null) return null;

    const now = deps.now();
    if (was.nextAt > now) return { act: 'wait', ms: was.nextAt - now };
    if (was.state === 'unknown' && was.devicesLeft === null) return { act: 'query', was };

    const rule = rules[was.kind];

    // Once one device has received it, it stays sent.
    const end = (state: 'expired' | 'withheld') =>
      changeDelivery(tx, key, channel, {
        state: was.state === 'queued' ? state : was.state,
        nextAt: null,
        devicesLeft: null,
      });

    if (now >= rule.validUntil(was.madeAt)) {
      await end('expired');
      return null;
    }

    if (await isLoanOver(tx, key.userId, was)) {
      await end('withheld');
      return null;
    }

    const from = rule.waitsForHours
      ? await mayRaiseDuesAt(tx, key.userId, was, { now, today: deps.today() })
      : now;
    if (from > now) {
      await changeDelivery(tx, key, channel, { state: was.state, nextAt: from });
      return { act: 'wait', ms: from - now };
    }

    const day = deps.today();
    const sent = await countSentToday(tx, { userId: key.userId, kind: was.kind, channel, day });
    if (was.tries === 0 && sent >= rule.maxPerDay) {
      await end('withheld');
      return null;
    }

    const nextAt = now + (nextQueryAfter(0) ?? 0);
    await changeDelivery(tx, key, channel, {
      state: 'unknown',
      nextAt,
      tries: was.tries + 1,
      polls: 0,
      triedAt: now,
      day,
      devicesLeft: null,
    });

    return { act: 'send', was: { ...was, tries: was.tries + 1, polls: 0, triedAt: now, nextAt } };
  });
}

/** That a debit was not made is told in a dispute too: the borrower relied on it. */
const HELD_BY_DISPUTE: ReadonlySet<string> = new Set([...dunningNotifications, 'debit_announced']);

/** What is no longer so once the loan of the message is paid, returned or written off. */
const FOR_RUNNING_LOANS: ReadonlySet<string> = new Set([...HELD_BY_DISPUTE, 'officer_assigned']);

/**
 * Whether a message asks for dues of a loan that ended while the message waited for the hours, for
 * the end of a dispute or for the provider.
 */
async function isLoanOver(tx: Tx, userId: string, { kind, values }: Delivery): Promise<boolean> {
  if (!FOR_RUNNING_LOANS.has(kind)) return false;

  const order = await findOrder(tx, userId, values.repayId ?? '');
  return (
    order !== undefined &&
    order.status !== OrderStatus.active &&
    order.status !== OrderStatus.overdue
  );
}

/**
 * When a message of dues may go out: in the hours that the law leaves and the borrower prefers, and
 * not while the borrower waits for an answer of ours.
 */
async function mayRaiseDuesAt(
  tx: Tx,
  userId: string,
  { kind, values }: Delivery,
  moment: Moment,
): Promise<number> {
  const { now } = moment;
  const preferred = await readContactHours(tx, userId);
  const order = HELD_BY_DISPUTE.has(kind) && (await findOrder(tx, userId, values.repayId ?? ''));
  const isDisputed = order && (await readDispute(tx, order, moment)) !== null;

  return nextContactAt(isDisputed ? now + AFTER_DISPUTE_MS : now, preferred);
}

async function sendSms(
  deps: Deps,
  { userId, notificationId }: NotificationKey,
  { was, phone, language }: Sending,
): Promise<DeliveryChange> {
  // The user's data was erased meanwhile.
  if (phone === '') return { state: 'withheld', nextAt: null, reason: 'erased' };

  const { template, values, endOlder } = await prepareSms(deps, userId, was);
  const answer = await deps.sms.send({
    phone,
    template,
    language,
    values,
    reference: notificationId,
  });
  if (answer.state !== 'refused') await endOlder?.();

  switch (answer.state) {
    case 'sent':
    case 'delivered': {
      const { state, providerId, registeredAs } = answer;
      if (deps.config.NOREN_DUES_LINKS === 'on' && WITH_LINK.has(template))
        await sendLink(deps, userId, { phone, language, template: 'sign_in_link' });
      // Who lost nothing but reads this stops the change without finding the app first.
      if (template === 'phone_change')
        await sendLink(deps, userId, { phone, language, template: 'phone_change_link' });

      return { state, nextAt: null, providerId, registeredAs, language, reason: null };
    }
    case 'refused': {
      const { reason, isPermanent } = answer;
      deps.log.error({ template, language, reason }, 'SMS rejected by the provider');
      return { ...notAccepted(was.tries, deps.now(), isPermanent), language, reason };
    }
    case 'unknown':
      deps.log.warn({ template, notificationId }, 'SMS provider did not answer');
      return { state: 'unknown', nextAt: was.nextAt, language };
    default:
      return answer satisfies never;
  }
}

/**
 * Tells the number of a change that is not the user's. The provider is not queried about it: the
 * notification's id is already that of the user's own message.
 */
async function sendToOther(
  deps: Deps,
  { userId }: NotificationKey,
  { was, language }: Sending,
): Promise<DeliveryChange> {
  const template = TEXT_FOR_OTHER[was.kind as keyof typeof TEXT_FOR_OTHER];
  const of = { userId, changeId: was.reference, isDone: was.kind === 'phone_changed' };
  const phone = await readOtherNumber(deps.db, deps.crypto, of);
  if (phone === '') return { state: 'withheld', nextAt: null, reason: 'erased' };

  const { phone: officerPhone } = deps.appConfig.lender.grievance;
  const values = { ...was.values, officerPhone };
  const answer = await deps.sms.send({ phone, template, language, values });
  if (answer.state === 'unknown') return { state: 'unknown', nextAt: null, language };
  if (answer.state !== 'refused') {
    const { state, providerId, registeredAs } = answer;
    return { state, nextAt: null, providerId, registeredAs, language, reason: null };
  }

  const { reason, isPermanent } = answer;
  deps.log.error({ template, language, reason }, 'SMS rejected by the provider');
  return { ...notAccepted(was.tries, deps.now(), isPermanent), language, reason };
}

/** The reminders that a link can follow; from 1 January 2027 a payment link is in them instead. */
const WITH_LINK: ReadonlySet<SmsTemplate> = new Set(['due_soon', 'due_today', 'overdue']);

/**
 * A link that signs the borrower in once, in a message of its own: with dues, officer and link one
 * message would take three segments. Sent once, because a link that got lost harms nobody.
 */
async function sendLink(
  deps: Deps,
  userId: string,
  to: {
    phone: string;
    language: Language;
    template: 'sign_in_link' | 'phone_change_link';
  },
): Promise<void> {
  const token = await createLinkToken(deps.db, { userId, channel: 'sms', now: deps.now() });
  const values = { host: deps.config.NOREN_APP_HOST, token, hours: String(LINK_HOURS) };
  const { state } = await deps.sms.send({ ...to, values });
  if (state === 'refused') deps.log.error('SMS with a sign-in link rejected by the provider');
}

async function queryDelivery(
  deps: Deps,
  key: NotificationKey,
  channel: Channel,
  was: Delivery,
): Promise<DeliveryChange> {
  if (channel === 'mail') return repeatMail(was, deps.now());
  // A push service has no status query, and a repeated push is worse than none: the message is in
  // the inbox. Of another number see `sendToOther`.
  if (channel !== 'sms') return { state: 'unknown', nextAt: null };

  const polls = was.polls + 1;
  const found = await deps.sms.find({
    reference: key.notificationId,
    sentAt: was.triedAt ?? was.madeAt,
  });
  const after = nextQueryAfter(polls);
  const later: DeliveryChange = {
    state: 'unknown',
    polls,
    nextAt: after === null ? null : deps.now() + after,
  };

  switch (found.state) {
    case 'unknown':
      return later;
    case 'not_found':
      return polls < MAX_STATUS_QUERIES
        ? later
        : { ...notAccepted(was.tries, deps.now(), false), polls, reason: 'never taken' };
    case 'sent':
    case 'delivered':
    case 'failed': {
      const { state, providerId, reason } = found;
      return { state, nextAt: null, polls, providerId, reason };
    }
    default:
      return found satisfies never;
  }
}

/** Requeues notifications whose job was lost: due since before `before`, UTC ms. */
export async function requeueNotifications(deps: Deps, before: number): Promise<void> {
  for (const key of await listStaleNotifications(deps.db, before))
    await resendNotification(deps.db, key, 0);
}
