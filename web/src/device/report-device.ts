import { deviceInformation } from '@noren/contract/device';
import { send } from '../api/api.ts';
import { deviceId, readSession } from '../session/session.ts';
import { reportFault } from '../tracking/report-fault.ts';
import { browserFingerprint } from './browser-fingerprint.ts';
import { operatingSystemOf } from './operating-system.ts';

/** Set while the server has this browser's mark: making one takes a cheap phone a second. */
const MARKED = 'noren.marked';

/** What of this device was told on this visit, and for which session. */
let told = '';

type Telling = { marksDevice: boolean; makeMark?: () => Promise<string> };

/**
 * Tells the server what this device is, once a session and visit; with a mark of the browser where the user agreed to it. A
 * mark that cannot be made is told to the user and to us; the rest is told all the same. Source: specification §8.
 */
export async function reportDevice({ marksDevice, makeMark = browserFingerprint }: Telling): Promise<void> {
  const what = `${readSession().token} ${marksDevice}`;
  if (told === what) return;
  told = what;
  const fingerprint = marksDevice && !isMarked() ? await markOf(makeMark) : undefined;
  const operatingSystem = operatingSystemOf(navigator.userAgent);
  const body = { deviceId: deviceId(), operatingSystem, ...(fingerprint !== undefined && { fingerprint }) };
  if ((await send(deviceInformation, { body }, 'quiet')).isMarked) noteMarked();
}

async function markOf(makeMark: () => Promise<string>): Promise<string | undefined> {
  try {
    return await makeMark();
  } catch (cause) {
    // A part that could not be fetched for want of a network is no failure: the next visit makes the mark.
    if (!navigator.onLine) return undefined;
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const { showFingerprintFailure } = await import('./fingerprint-failure.tsx');
    await Promise.all([showFingerprintFailure(error.message), reportFault('fingerprint_failure', error)]);
    return undefined;
  }
}

/** To call where the server forgot the mark, or has none of this user. */
export function forgetReportedDevice(): void {
  told = '';
  try {
    localStorage.removeItem(MARKED);
  } catch (cause) {
    console.info('Storage is refused', (cause as Error).name);
  }
}

function noteMarked(): void {
  try {
    localStorage.setItem(MARKED, 'yes');
  } catch (cause) {
    console.info('Storage is refused', (cause as Error).name);
  }
}

function isMarked(): boolean {
  try {
    return localStorage.getItem(MARKED) !== null;
  } catch {
    // Refused is told when writing; the mark is made again on each visit then.
    return false;
  }
}
