import type { Language } from '@noren/contract/fields';
import { mayCollect } from '@noren/core/consent';
import { contactEndsAt } from '@noren/core/debt-contact';
import { readConsents } from '../consents.ts';
import type { Deps } from '../deps.ts';
import { say } from '../messages.ts';
import type { PushAnswer, PushPayload } from '../outside/push/push.ts';
import { listSubscriptions, loseSubscription } from './push-store.ts';
import { NOTICE_RULES, notTaken } from './rules.ts';
import type { Delivery, DeliveryChange, NoticeKey } from './store.ts';

const DAY_SECONDS = 86_400;

/** Sends a notice to every device of a user that takes pushes; one that ran out is noted, and its app makes another. */
export async function pushNotice(
  deps: Deps,
  { userId, messageId }: NoticeKey,
  { was, language }: { was: Delivery; language: Language },
): Promise<DeliveryChange> {
  const { push } = deps;
  if (!push) return { state: 'failed', nextAt: null, reason: 'push is off' };
  // Agreed to when the device subscribed; it may have been withdrawn since.
  if (!mayCollect(await readConsents(deps.db, userId, 'notifications'), 'notifications'))
    return { state: 'failed', nextAt: null, reason: 'no consent' };
  const answers: PushAnswer[] = [];
  for (const { deviceId, endpointHash, subscription } of await listSubscriptions(deps.db, deps.crypto, userId)) {
    const ttlSeconds = ttlOf(was, deps.now());
    const answer = await push.send(subscription, pushWords(language, was, messageId), { ttlSeconds });
    if (answer.state === 'gone') await loseSubscription(deps.db, { userId, deviceId, endpointHash, now: deps.now() });
    if (answer.state === 'refused') deps.log.warn({ reason: answer.reason }, 'a push was refused');
    answers.push(answer);
  }
  if (answers.some(({ state }) => state === 'sent')) return { state: 'sent', nextAt: null, language, reason: null };
  if (answers.some(({ state }) => state === 'unknown')) return { state: 'unknown', nextAt: null, language };
  const refused = answers.find((answer) => answer.state === 'refused');
  if (!refused) return { state: 'failed', nextAt: null, reason: 'no device' };
  return { ...notTaken(was.tries, deps.now(), refused.isForGood), language, reason: refused.reason };
}

/** A phone that is off meanwhile must not be told of dues at night. */
function ttlOf({ kind }: Delivery, now: number): number {
  return NOTICE_RULES[kind].waitsForHours ? Math.floor((contactEndsAt(now) - now) / 1_000) : DAY_SECONDS;
}

/** A push's words: nothing of loans, amounts or dues, for anyone may see a locked screen. Source: lawful page, row 13. */
function pushWords(language: Language, { kind, values }: Pick<Delivery, 'kind' | 'values'>, messageId: string) {
  const isFeedback = kind === 'feedback_answered' || kind === 'feedback_closed';
  const payload: PushPayload = {
    kind: isFeedback ? 'feedback' : 'account',
    title: 'Noren',
    body: say(language, isFeedback ? `message.${kind}` : 'push.account'),
    url: '/#/messages',
    tag: values.repayId ?? values.ticketNo ?? messageId,
  };
  return payload;
}
