import type { Language } from '@noren/contract/fields';
import { nextContactAt } from '@noren/core/lending/debt-contact';
import type { Deps } from '../../platform/deps.ts';
import type { NoticeTemplate } from '../../platform/notifications/notice-texts.ts';
import {
  CHANNELS,
  type Channel,
  MAX_STATUS_QUERIES,
  NOTICE_RULES,
  type NoticeRules,
  nextQueryAfter,
  notAccepted,
} from '../../platform/notifications/rules.ts';
import {
  changeDelivery,
  countSentToday,
  type Delivery,
  type DeliveryChange,
  listStaleNotices,
  lockDelivery,
  type NoticeKey,
  resendNotice,
} from '../../platform/notifications/store.ts';
import { pushNotice } from './push-notice.ts';
import { readRecipient } from './recipient-store.ts';

/** What is to be done about one way of a notice now: nothing yet, or something, as it stood before. */
type Claim = { readonly act: 'wait'; readonly ms: number } | { readonly act: 'send' | 'ask'; readonly was: Delivery };

/**
 * Job: sends a notice by each of its ways, sends again what was not taken, and asks about what was not answered. It is
 * noted as unknown before it is handed over: whoever comes after a process that ended in between asks first.
 */
export async function sendNotice(deps: Deps, key: NoticeKey, rules: NoticeRules = NOTICE_RULES): Promise<void> {
  const waits: number[] = [];
  for (const channel of CHANNELS) {
    const wait = await goOn(deps, key, channel, rules);
    if (wait !== null) waits.push(wait);
  }
  if (waits.length > 0) await resendNotice(deps.db, key, Math.min(...waits));
}

/** @returns in how many milliseconds it is to be looked at again; null when nothing is left to do */
async function goOn(deps: Deps, key: NoticeKey, channel: Channel, rules: NoticeRules): Promise<number | null> {
  const claim = await claimDelivery(deps, key, channel, rules);
  if (claim === null) return null;
  if (claim.act === 'wait') return claim.ms;
  const reached = await readRecipient(deps.db, deps.crypto, key.userId);
  const to =
    claim.act === 'ask'
      ? await askAbout(deps, key, channel, claim.was)
      : channel === 'sms'
        ? await sendSms(deps, key, { was: claim.was, ...reached })
        : await pushNotice(deps, key, { was: claim.was, language: reached.language });
  await changeDelivery(deps.db, key, channel, to);
  return to.nextAt === null ? null : Math.max(0, to.nextAt - deps.now());
}

/** Decides in one transaction what is to be done, and notes a sending before it happens. */
function claimDelivery(deps: Deps, key: NoticeKey, channel: Channel, rules: NoticeRules): Promise<Claim | null> {
  return deps.db.transaction().execute(async (tx) => {
    const was = await lockDelivery(tx, deps, key, channel);
    if (!was || was.nextAt === null) return null;
    const now = deps.now();
    if (was.nextAt > now) return { act: 'wait', ms: was.nextAt - now };
    if (was.state === 'unknown' && was.devicesLeft === null) return { act: 'ask', was };
    const rule = rules[was.kind];
    // What some of its devices took stays taken, whatever becomes of it on the others.
    const end = (state: 'expired' | 'withheld') =>
      changeDelivery(tx, key, channel, {
        state: was.state === 'queued' ? state : was.state,
        nextAt: null,
        devicesLeft: null,
      });
    if (now >= rule.goodUntil(was.madeAt)) {
      await end('expired');
      return null;
    }
    const from = rule.waitsForHours ? nextContactAt(now) : now;
    if (from > now) {
      await changeDelivery(tx, key, channel, { state: was.state, nextAt: from });
      return { act: 'wait', ms: from - now };
    }
    const day = deps.today();
    const sent = await countSentToday(tx, { userId: key.userId, kind: was.kind, channel, day });
    if (was.tries === 0 && sent >= rule.mostADay) {
      await end('withheld');
      return null;
    }
    const nextAt = now + (nextQueryAfter(0) ?? 0);
    await changeDelivery(tx, key, channel, {
      state: 'unknown',
      nextAt,
      tries: was.tries + 1,
      asks: 0,
      triedAt: now,
      day,
      devicesLeft: null,
    });
    return { act: 'send', was: { ...was, tries: was.tries + 1, asks: 0, triedAt: now, nextAt } };
  });
}

async function sendSms(
  deps: Deps,
  { messageId }: NoticeKey,
  given: { was: Delivery; phone: string; language: Language },
): Promise<DeliveryChange> {
  const { was, phone, language } = given;
  // Whose data was erased since is told nothing any more.
  if (phone === '') return { state: 'withheld', nextAt: null, reason: 'erased' };
  // Kinds that are told in the app alone have no way by SMS.
  const template = was.kind as NoticeTemplate;
  const answer = await deps.sms.send({ phone, template, language, values: was.values, reference: messageId });
  switch (answer.state) {
    case 'sent':
    case 'delivered': {
      const { state, providerId, registeredAs } = answer;
      return { state, nextAt: null, providerId, registeredAs, language, reason: null };
    }
    case 'refused': {
      const { reason, isForGood } = answer;
      deps.log.error({ template, language, reason }, 'an SMS was refused');
      return { ...notAccepted(was.tries, deps.now(), isForGood), language, reason };
    }
    case 'unknown':
      deps.log.warn({ template, messageId }, 'an SMS was not answered for');
      return { state: 'unknown', nextAt: was.nextAt, language };
    default:
      return answer satisfies never;
  }
}

async function askAbout(deps: Deps, key: NoticeKey, channel: Channel, was: Delivery): Promise<DeliveryChange> {
  // A push service cannot be asked, and a push twice is worse than none: the notice is in the app.
  if (channel === 'push') return { state: 'unknown', nextAt: null };
  const asks = was.asks + 1;
  const found = await deps.sms.find({ reference: key.messageId, sentAt: was.triedAt ?? was.madeAt });
  const after = nextQueryAfter(asks);
  const later: DeliveryChange = { state: 'unknown', asks, nextAt: after === null ? null : deps.now() + after };
  switch (found.state) {
    case 'unknown':
      return later;
    case 'not_found':
      return asks < MAX_STATUS_QUERIES
        ? later
        : { ...notAccepted(was.tries, deps.now(), false), asks, reason: 'never taken' };
    case 'sent':
    case 'delivered':
    case 'failed': {
      const { state, providerId, reason } = found;
      return { state, nextAt: null, asks, providerId, reason };
    }
    default:
      return found satisfies never;
  }
}

/** Asks again for notices whose job was lost: waiting since before `before` (UTC ms). */
export async function requeueNotices(deps: Deps, before: number): Promise<void> {
  for (const key of await listStaleNotices(deps.db, before)) await resendNotice(deps.db, key, 0);
}
