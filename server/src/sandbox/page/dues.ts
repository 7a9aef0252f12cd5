import { nextContactAt } from '@noren/core/lending/dunning';
import { listStaleNotifications } from '../../notifications/store.ts';
import type { Deps } from '../../platform/deps.ts';
import { sendDunningMessage } from '../../processes/close-of-day/dunning.ts';
import { sendNotification } from '../../processes/notifications/send-notification.ts';
import { type Html, html } from './html.ts';
import { readWaitingDues, type WaitingOrder } from './store.ts';

/** Shows how many dunning messages wait for the morning, with a button that sends them now. */
export function showDues(waiting: readonly WaitingOrder[], now: number): Html {
  const from = nextContactAt(now);
  if (waiting.length === 0 || from <= now) return html``;

  const words =
    waiting.length === 1
      ? 'A message about dues waits until 08:00.'
      : `Messages about dues of ${waiting.length} loans wait until 08:00.`;
  return html`<p>${words} <small>No reminder of dues is sent between 19:00 and 08:00 in India.</small></p>
    <form data-control="dues"><button class="main">Send them as if it were 08:00</button></form>`;
}

/**
 * Sends waiting dunning messages as the next morning's jobs would.
 * @returns `told`: the number of loans
 */
export async function sendDuesNow(deps: Deps): Promise<{ sent: number }> {
  const morning = { ...deps, now: () => nextContactAt(deps.now()) };
  const waiting = await readWaitingDues(deps.db);

  for (const order of waiting) await sendDunningMessage(morning, order);
  for (const notification of await listStaleNotifications(deps.db, morning.now() + 1))
    await sendNotification(morning, notification);

  return { sent: waiting.length };
}
