import { trackingConfig } from '@noren/contract/tracking';
import { toRecordedContent } from '@noren/core/people/tracking-rules';
import { CONSENT_DECIDED, send } from '../api/api.ts';
import { forgetReportedDevice, reportDevice } from '../device/report-device.ts';
import { now } from '../session/clock.ts';
import { readSession, SESSION_CHANGED } from '../session/session.ts';
import { startBuffer } from '../tracking/buffer.ts';
import { recordVisitsBy } from '../ui/form/field-visits.ts';

let buffer: ReturnType<typeof startBuffer> | null = null;

/**
 * Records the fields the user agreed to, and reports the device.
 * @returns a function that stops it
 */
export function startTracking(): () => void {
  void start();

  const restart = (): void => {
    stop();
    forgetReportedDevice();
    void start();
  };

  addEventListener(SESSION_CHANGED, restart);
  addEventListener(CONSENT_DECIDED, follow);

  return () => {
    removeEventListener(SESSION_CHANGED, restart);
    removeEventListener(CONSENT_DECIDED, follow);
    stop();
  };
}

function follow(event: Event): void {
  const { purpose, given } = (event as CustomEvent<{ purpose: string; given: boolean }>).detail;
  if (purpose === 'usage' && !given) stop();
  if (purpose === 'device_mark') forgetReportedDevice();
  if (given && (purpose === 'usage' || purpose === 'device_mark')) void start();
}

/** Stops at once and empties the buffer. */
function stop(): void {
  recordVisitsBy(null);
  buffer?.stop();
  buffer = null;
}

async function start(): Promise<void> {
  const { token } = readSession();
  if (token === null) return;

  try {
    const { fields, flushAt, marksDevice } = await send(trackingConfig, {}, 'quiet');
    // The user may have signed out or changed while the call was running.
    if (readSession().token !== token) return;

    if (fields.length > 0) record(fields, flushAt);
    await reportDevice({ marksDevice });
  } catch (cause) {
    console.info('The tracking settings did not load', (cause as Error).name);
  }
}

function record(fields: readonly string[], flushAt: number): void {
  buffer ??= startBuffer(flushAt);
  recordVisitsBy((idName, { since, duration, typed }) => {
    if (!fields.includes(idName)) return;

    const beginTime = Math.round(now() - (performance.now() - since));
    buffer?.add({
      idName,
      beginTime,
      duration: Math.min(duration, 86_400_000),
      content: toRecordedContent(idName, typed),
    });
  });
}
