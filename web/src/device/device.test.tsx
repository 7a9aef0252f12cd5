import { deviceInformation } from '@noren/contract/device';
import { readFaultEvent, saveEvent } from '@noren/contract/tracking';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearSession, deviceId, saveSignIn } from '../session/session.ts';
import { stubServer } from '../testing/server-stub.ts';
import { detectOperatingSystem } from './operating-system.ts';
import { forgetReportedDevice, reportDevice } from './report-device.ts';

let server: ReturnType<typeof stubServer>;
let sessions = 0;

beforeEach(() => {
  server = stubServer();
  server.answers(deviceInformation, ({ body }) => ({
    isKept: true,
    isMarked: 'fingerprint' in (body as object),
  }));
  server.answers(saveEvent, {});
  sessions += 1;
  saveSignIn(`token ${sessions}`, { userId: 'u', maskedPhone: '98' });
});

afterEach(() => clearSession());
const mark = 'ab'.repeat(16);
let made = 0;

const makeFingerprint = async () => {
  made += 1;
  return mark;
};

const sent = () => server.listBodies(deviceInformation);

it('reports the device once; without consent no fingerprint is made', async () => {
  await reportDevice({ marksDevice: false, makeFingerprint });
  await reportDevice({ marksDevice: false, makeFingerprint });
  expect(sent()).toEqual([{ deviceId: deviceId(), operatingSystem: expect.any(String) }]);
  expect(made).toBe(0);
});

it('makes the fingerprint after the consent, and not again while the server has it', async () => {
  await reportDevice({ marksDevice: false, makeFingerprint });
  await reportDevice({ marksDevice: true, makeFingerprint });
  saveSignIn(`token ${sessions} again`, { userId: 'u', maskedPhone: '98' });
  await reportDevice({ marksDevice: true, makeFingerprint });
  expect(sent().map(({ fingerprint }) => fingerprint)).toEqual([undefined, mark, undefined]);
  forgetReportedDevice();
  await reportDevice({ marksDevice: true, makeFingerprint });
  expect(sent().at(-1)?.fingerprint).toBe(mark);
});

it('a failed fingerprint is shown with its reason and reported; the rest of the device is sent', async () => {
  await reportDevice({
    marksDevice: true,
    makeFingerprint: () => Promise.reject(new Error('canvas is blocked')),
  });

  const dialog = await screen.findByRole('dialog', {
    name: 'This browser could not be recognised',
  });
  expect(dialog.textContent).toContain('canvas is blocked');
  expect(sent()).toEqual([{ deviceId: deviceId(), operatingSystem: expect.any(String) }]);

  const [event] = server.sentTo(saveEvent);
  expect(event?.path).toBe('/api/metric/event/1/fingerprint_failure');
  expect(readFaultEvent((event!.body as { event: string }).event)).toMatchObject({
    words: 'canvas is blocked',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 7) Chrome/120', 'Android 14'],
  ['Mozilla/5.0 (Linux; Android 10; K) Chrome/141', 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) Safari', 'iOS 17'],
  ['Mozilla/5.0 (Mobile; Nokia; rv:48.0) Gecko KAIOS/2.5', 'KaiOS 2'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux'],
  ['', 'Other'],
])('%s', (userAgent, system) => {
  expect(detectOperatingSystem(userAgent)).toBe(system);
});
