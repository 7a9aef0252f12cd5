import { trackingConfig } from '@noren/contract/tracking';
import { contentOf } from '@noren/core/people/tracking-rules';
import { CONSENT_DECIDED, send } from '../api/api.ts';
import { forgetReportedDevice, reportDevice } from '../device/report-device.ts';
import { now } from '../session/clock.ts';
import { readSession, SESSION_CHANGED } from '../session/session.ts';
import { startBuffer } from '../tracking/buffer.ts';
import { recordVisitsBy } from '../ui/form/field-visits.ts';

let buffer: ReturnType<typeof startBuffer> | null = null;

/**
 * From the app's start on: records what the user agreed to have recorded, and tells what their device is.
 * @returns what ends it
 */
export function startTracking(): () => void {
  void begin();
  const renew = (): void => {
    stop();
    forgetReportedDevice();
    void begin();
  };
  addEventListener(SESSION_CHANGED, renew);
  addEventListener(CONSENT_DECIDED, follow);
  return () => {
    removeEventListener(SESSION_CHANGED, renew);
    removeEventListener(CONSENT_DECIDED, follow);
    stop();
  };
}

function follow(event: Event): void {
  const { purpose, given } = (event as CustomEvent<{ purpose: string; given: boolean }>).detail;
  if (purpose === 'usage' && !given) stop();
  if (purpose === 'device_mark') forgetReportedDevice();
  if (given && (purpose === 'usage' || purpose === 'device_mark')) void begin();
}

/** At once, whatever is on its way: the buffer is empty and nothing is recorded any more. */
function stop(): void {
  recordVisitsBy(null);
  buffer?.stop();
  buffer = null;
}

async function begin(): Promise<void> {
  const { token } = readSession();
  if (token === null) return;
  try {
    const { fields, flushAt, marksDevice } = await send(trackingConfig, {}, 'quiet');
    // Signed out, or in as somebody else, while the answer was on its way: it is not theirs.
    if (readSession().token !== token) return;
    if (fields.length > 0) record(fields, flushAt);
    await reportDevice({ marksDevice });
  } catch (cause) {
    console.info('What may be recorded is not known', (cause as Error).name);
  }
}

function record(fields: readonly string[], flushAt: number): void {
  buffer ??= startBuffer(flushAt);
  recordVisitsBy((idName, { since, duration, typed }) => {
    if (!fields.includes(idName)) return;
    const beginTime = Math.round(now() - (performance.now() - since));
    buffer?.add({ idName, beginTime, duration: Math.min(duration, 86_400_000), content: contentOf(idName, typed) });
  });
}
