import type { Language } from '@noren/contract/fields';
import { messageLink } from '@noren/contract/support';
import { contactEndsAt } from '@noren/core/lending/debt-contact';
import { mayCollect } from '@noren/core/people/consent';
import { readConsents } from '../../lending/consent-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { deepLinkOf } from '../../platform/notifications/deep-link.ts';
import { NOTICE_RULES, notAccepted } from '../../platform/notifications/rules.ts';
import type { Delivery, DeliveryChange, NoticeKey } from '../../platform/notifications/store.ts';
import type { Push, PushAnswer, PushPayload } from '../../platform/ports/push.ts';
import { say } from '../../platform/translations/translations.ts';
import { listSubscriptions, loseSubscription } from './push-store.ts';

const DAY_SECONDS = 86_400;

interface Sending {
  readonly was: Delivery;
  readonly language: Language;
}

/**
 * Sends a notice to the devices of a user that take pushes, at first to each, then to those whose service turned it down
 * for now. A subscription that ran out, or was made with another key, is noted, and its app makes another.
 */
export async function pushNotice(deps: Deps, key: NoticeKey, sending: Sending): Promise<DeliveryChange> {
  const { was, language } = sending;
  const fail = (reason: string): DeliveryChange =>
    was.state === 'queued' ? { state: 'failed', nextAt: null, reason } : { state: was.state, nextAt: null };
  const { push } = deps;
  if (!push) return fail('push is off');
  // Agreed to when the device subscribed; it may have been withdrawn since.
  if (!mayCollect(await readConsents(deps.db, key.userId, 'notifications'), 'notifications')) return fail('no consent');
  const answers = await offerToDevices(deps, push, key, sending);
  const left = answers.filter((answer) => answer.state === 'refused' && !answer.isForGood);
  const { state, nextAt } = notAccepted(was.tries, deps.now(), left.length === 0);
  const devicesLeft = nextAt === null ? null : left.map(({ deviceId }) => deviceId);
  const states = [was.state, ...answers.map((answer) => answer.state)];
  // What one device took, or may have taken, is not offered to that one again.
  const taken = (['sent', 'unknown'] as const).find((one) => states.includes(one));
  if (taken) return { state: taken, nextAt, devicesLeft, language, reason: null };
  const reason = answers.flatMap((answer) => ('reason' in answer ? [answer.reason] : []))[0] ?? 'no device';
  return { state, nextAt, devicesLeft, language, reason };
}

/** Offers it to each device that is due, and notes what its push service says of the subscription. */
async function offerToDevices(deps: Deps, push: Push, { userId, messageId }: NoticeKey, { was, language }: Sending) {
  const answers: (PushAnswer & { deviceId: string })[] = [];
  for (const { deviceId, endpointHash, subscription } of await listSubscriptions(deps.db, deps.crypto, userId)) {
    if (was.devicesLeft?.includes(deviceId) === false) continue;
    const payload = pushWords(language, was, messageId);
    const answer = await push.send(subscription, payload, { ttlSeconds: ttlOf(was, deps.now()) });
    if (answer.state === 'gone' || answer.state === 'foreign')
      await loseSubscription(deps.db, { userId, deviceId, endpointHash, now: deps.now() });
    if (answer.state === 'foreign') deps.log.error({ reason: answer.reason }, 'a push service refused our key');
    if (answer.state === 'refused') deps.log.warn({ reason: answer.reason }, 'a push was refused');
    answers.push({ ...answer, deviceId });
  }
  return answers;
}

/** A phone that is off meanwhile must not be told of dues at night. */
function ttlOf({ kind }: Delivery, now: number): number {
  return NOTICE_RULES[kind].waitsForHours ? Math.floor((contactEndsAt(now) - now) / 1_000) : DAY_SECONDS;
}

/** A push's words: nothing of loans, amounts or dues, for anyone may see a locked screen. Source: `docs/lawful.md`, row 13. */
function pushWords(language: Language, { kind, values }: Pick<Delivery, 'kind' | 'values'>, messageId: string) {
  const isFeedback = kind === 'feedback_answered' || kind === 'feedback_closed';
  const payload: PushPayload = {
    kind: isFeedback ? 'feedback' : 'account',
    title: 'Noren',
    body: say(language, isFeedback ? `message.${kind}` : 'push.account'),
    url: `/#${messageLink(deepLinkOf(kind, values)) ?? '/messages'}`,
    tag: values.repayId ?? values.ticketNo ?? messageId,
  };
  return payload;
}
