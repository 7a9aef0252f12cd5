import type { Language } from '@noren/contract/fields';
import { notificationPath } from '@noren/contract/support';
import { type ContactHours, contactEndsAt } from '@noren/core/lending/dunning';
import { mayCollect } from '@noren/core/people/consent';
import { toDeepLink } from '../../notifications/deep-link.ts';
import { expireSubscription, listSubscriptions } from '../../notifications/push-store.ts';
import { NOTIFICATION_RULES, notAccepted } from '../../notifications/rules.ts';
import type { Delivery, DeliveryChange, NotificationKey } from '../../notifications/store.ts';
import { readContactHours } from '../../people/account/contact-hours-store.ts';
import { readConsents } from '../../people/consent-store.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Push, PushAnswer, PushPayload } from '../../platform/ports/push.ts';
import { say } from '../../platform/translations/translations.ts';

const DAY_SECONDS = 86_400;

interface Sending {
  readonly was: Delivery;
  readonly language: Language;
}

/**
 * Sends a notification to each subscribed device of a user; a retry, only to those whose push
 * service rejected it temporarily. A subscription that expired, or was made with another key, is
 * marked, and the app makes a new one.
 */
export async function pushNotification(
  deps: Deps,
  key: NotificationKey,
  sending: Sending,
): Promise<DeliveryChange> {
  const { was, language } = sending;

  const fail = (reason: string): DeliveryChange =>
    was.state === 'queued'
      ? { state: 'failed', nextAt: null, reason }
      : { state: was.state, nextAt: null };

  const { push } = deps;
  if (!push) return fail('push is off');
  // The user consented when the device subscribed, and may have withdrawn it since.
  if (!mayCollect(await readConsents(deps.db, key.userId, 'notifications'), 'notifications'))
    return fail('no consent');

  const answers = await sendToDevices(deps, push, key, sending);
  const left = answers.filter((answer) => answer.state === 'refused' && !answer.isPermanent);
  const { state, nextAt } = notAccepted(was.tries, deps.now(), left.length === 0);
  const devicesLeft = nextAt === null ? null : left.map(({ deviceId }) => deviceId);
  const states = [was.state, ...answers.map((answer) => answer.state)];
  // A device that received it, or may have, is not sent it again.
  const reached = (['sent', 'unknown'] as const).find((one) => states.includes(one));
  if (reached) return { state: reached, nextAt, devicesLeft, language, reason: null };

  const reason =
    answers.flatMap((answer) => ('reason' in answer ? [answer.reason] : []))[0] ?? 'no device';
  return { state, nextAt, devicesLeft, language, reason };
}

/**
 * Sends to each device still to be reached, and marks subscriptions its push service reports as
 * expired.
 */
async function sendToDevices(
  deps: Deps,
  push: Push,
  { userId, notificationId }: NotificationKey,
  { was, language }: Sending,
) {
  const answers: (PushAnswer & { deviceId: string })[] = [];
  const { reachesSignedOut } = NOTIFICATION_RULES[was.kind];
  const of = { userId, reachesSignedOut, now: deps.now() };
  const preferred = await readContactHours(deps.db, userId);

  for (const { deviceId, endpointHash, subscription } of await listSubscriptions(
    deps.db,
    deps.crypto,
    of,
  )) {
    if (was.devicesLeft?.includes(deviceId) === false) continue;

    const payload = pushPayload(language, was, notificationId);
    const answer = await push.send(subscription, payload, {
      ttlSeconds: computeTtl(was, deps.now(), preferred),
    });

    if (answer.state === 'gone' || answer.state === 'foreign')
      await expireSubscription(deps.db, { userId, deviceId, endpointHash, now: deps.now() });
    if (answer.state === 'foreign')
      deps.log.error({ reason: answer.reason }, 'push service rejected our VAPID key');
    if (answer.state === 'refused')
      deps.log.warn({ reason: answer.reason }, 'push rejected by its service');
    answers.push({ ...answer, deviceId });
  }

  return answers;
}

/**
 * Seconds the push service may store it: a phone switched on at night must not show a message on
 * dues.
 */
function computeTtl({ kind }: Delivery, now: number, preferred: ContactHours | null): number {
  return NOTIFICATION_RULES[kind].waitsForHours
    ? Math.floor((contactEndsAt(now, preferred) - now) / 1_000)
    : DAY_SECONDS;
}

/**
 * The text names no loan, amount or due date: anyone may see a locked screen. Source:
 * `docs/lawful.md`, row 13.
 */
function pushPayload(
  language: Language,
  { kind, values }: Pick<Delivery, 'kind' | 'values'>,
  notificationId: string,
) {
  const isFeedback = kind === 'feedback_answered' || kind === 'feedback_closed';
  const payload: PushPayload = {
    kind: isFeedback ? 'feedback' : 'account',
    title: 'Noren',
    body: say(language, isFeedback ? `notification.${kind}` : 'push.account'),
    url: `/#${notificationPath(toDeepLink(kind, values)) ?? '/messages'}`,
    tag: values.repayId ?? values.ticketNo ?? notificationId,
  };

  return payload;
}
