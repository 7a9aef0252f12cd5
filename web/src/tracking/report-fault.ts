import { APP_VERSION } from '@noren/contract/envelope';
import { type EventType, saveEvent } from '@noren/contract/tracking';
import {
  browserFamily,
  parseFrames,
  scrubMessage,
  toScreen,
} from '@noren/core/people/script-fault';
import { send } from '../api/api.ts';

/** Errors of the network or of a refusal, which are shown where they happen. */
const EXPECTED_ERRORS = new Set(['ApiError', 'NoAnswer', 'AbortError', 'TimeoutError']);

const reported = new Set<string>();

/** Sends a script error to the event service, each once per page load. Never throws. */
export async function reportFault(type: EventType, cause: Error): Promise<void> {
  const frames = parseFrames(cause.stack ?? '');
  // Without a frame of ours it comes from an extension or an injected script.
  if (EXPECTED_ERRORS.has(cause.name) || (type === 'script_error' && frames.length === 0)) return;

  const event = JSON.stringify({
    name: /^\w{1,40}$/.test(cause.name) ? cause.name : 'Error',
    words: scrubMessage(cause.message),
    frames,
    screen: toScreen(location.hash),
    browser: browserFamily(navigator.userAgent),
    appVersion: APP_VERSION,
  });
  if (reported.has(event)) return;

  reported.add(event);

  try {
    await send(saveEvent, { params: { type }, body: { event } }, 'quiet');
  } catch (failure) {
    console.info('A script error was not reported', (failure as Error).name);
  }
}
