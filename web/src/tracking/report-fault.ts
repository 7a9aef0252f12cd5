import { APP_VERSION } from '@noren/contract/envelope';
import { type EventType, saveEvent } from '@noren/contract/tracking';
import { browserFamily, framesOf, screenOf, scrubWords } from '@noren/core/people/script-fault';
import { send } from '../api/api.ts';

/** How the app itself says that the network or a refusal stands in the way: told where it happens, no fault. */
const NO_FAULTS = new Set(['ApiError', 'NoAnswer', 'AbortError', 'TimeoutError']);

const told = new Set<string>();

/** Sends what a fault is to the event service, each of a visit once. Never throws. */
export async function reportFault(type: EventType, cause: Error): Promise<void> {
  const frames = framesOf(cause.stack ?? '');
  // Without a place of ours it is an extension's, or a script's that some network put in.
  if (NO_FAULTS.has(cause.name) || (type === 'script_error' && frames.length === 0)) return;
  const event = JSON.stringify({
    name: /^\w{1,40}$/.test(cause.name) ? cause.name : 'Error',
    words: scrubWords(cause.message),
    frames,
    screen: screenOf(location.hash),
    browser: browserFamily(navigator.userAgent),
    appVersion: APP_VERSION,
  });
  if (told.has(event)) return;
  told.add(event);
  try {
    await send(saveEvent, { params: { type }, body: { event } }, 'quiet');
  } catch (lost) {
    console.info('A fault was not told of', (lost as Error).name);
  }
}
