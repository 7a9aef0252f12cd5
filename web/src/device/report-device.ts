import { deviceInformation } from '@noren/contract/device';
import { send } from '../api/api.ts';
import { deviceId, readSession } from '../session/session.ts';
import { reportFault } from '../tracking/report-fault.ts';
import { browserFingerprint } from './browser-fingerprint.ts';
import { detectOperatingSystem } from './operating-system.ts';

/** Set while the server has this browser's fingerprint: making one takes a cheap phone a second. */
const FINGERPRINT_STORED = 'noren.marked';

/** The session and settings the device was reported for on this page load. */
let reportedFor = '';

type DeviceSettings = { marksDevice: boolean; makeFingerprint?: () => Promise<string> };

/**
 * Reports the device to the server, once per session and page load, with a fingerprint if the user
 * agreed to it. A failed fingerprint is shown to the user and reported as an event; the rest is
 * sent all the same. Source: specification §8.
 */
export async function reportDevice({
  marksDevice,
  makeFingerprint = browserFingerprint,
}: DeviceSettings): Promise<void> {
  const key = `${readSession().token} ${marksDevice}`;
  if (reportedFor === key) return;

  reportedFor = key;

  const fingerprint =
    marksDevice && !isFingerprintStored() ? await tryFingerprint(makeFingerprint) : undefined;
  const operatingSystem = detectOperatingSystem(navigator.userAgent);
  const body = {
    deviceId: deviceId(),
    operatingSystem,
    ...(fingerprint !== undefined && { fingerprint }),
  };

  if ((await send(deviceInformation, { body }, 'quiet')).isMarked) storeFingerprintSent();
}

async function tryFingerprint(makeFingerprint: () => Promise<string>): Promise<string | undefined> {
  try {
    return await makeFingerprint();
  } catch (cause) {
    // Offline the module could not be loaded: the next visit tries again.
    if (!navigator.onLine) return undefined;

    const error = cause instanceof Error ? cause : new Error(String(cause));
    const { showFingerprintFailure } = await import('./fingerprint-failure.tsx');

    await Promise.all([
      showFingerprintFailure(error.message),
      reportFault('fingerprint_failure', error),
    ]);

    return undefined;
  }
}

/** To call when the server deleted the fingerprint, or has none of this user. */
export function forgetReportedDevice(): void {
  reportedFor = '';
  try {
    localStorage.removeItem(FINGERPRINT_STORED);
  } catch (cause) {
    console.info('Storage is refused', (cause as Error).name);
  }
}

function storeFingerprintSent(): void {
  try {
    localStorage.setItem(FINGERPRINT_STORED, 'yes');
  } catch (cause) {
    console.info('Storage is refused', (cause as Error).name);
  }
}

function isFingerprintStored(): boolean {
  try {
    return localStorage.getItem(FINGERPRINT_STORED) !== null;
  } catch {
    // Writing already warned; the fingerprint is made again on each visit.
    return false;
  }
}
