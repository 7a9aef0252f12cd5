import { nextContactAt } from '@noren/core/lending/debt-contact';
import { sendNotice } from '../../features/notifications/send-notice.ts';
import { sendDuesMessage } from '../../operations/close-of-day/dunning.ts';
import type { Deps } from '../../platform/deps.ts';
import { listStaleNotices } from '../../platform/notifications/store.ts';
import { type Html, html } from './html.ts';
import { readWaitingDues, type WaitingOrder } from './store.ts';

/** Says how many messages about dues wait for the morning, and offers it: nobody who tries the sandbox need stay up. */
export function showDues(waiting: readonly WaitingOrder[], now: number): Html {
  const from = nextContactAt(now);
  if (waiting.length === 0 || from <= now) return html``;
  const words =
    waiting.length === 1
      ? 'A message about dues waits until 08:00.'
      : `Messages about dues of ${waiting.length} loans wait until 08:00.`;
  return html`<p>${words} <small>Between 19:00 and 08:00 in India nobody is told of a debt.</small></p>
    <form data-control="dues"><button class="main">Tell them as if it were 08:00</button></form>`;
}

/** Tells what waits as the jobs of the next morning would. @returns of how many loans */
export async function tellDuesNow(deps: Deps): Promise<{ told: number }> {
  const morning = { ...deps, now: () => nextContactAt(deps.now()) };
  const waiting = await readWaitingDues(deps.db);
  for (const order of waiting) await sendDuesMessage(morning, order);
  for (const notice of await listStaleNotices(deps.db, morning.now() + 1)) await sendNotice(morning, notice);
  return { told: waiting.length };
}
