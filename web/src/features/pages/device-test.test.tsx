import { appConfig } from '@noren/contract/public';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activateLanguage } from '../../i18n/index.ts';
import { clearSession, deviceId, saveSignIn } from '../../session/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleConfig } from '../../testing/sample-config.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { DeviceTest } from './device-test.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  server.answers(appConfig, sampleConfig);
});

afterEach(async () => {
  clearSession();
  await activateLanguage('en');
});

const line = (name: string) => screen.getByText(name).closest('li')?.textContent;

describe('the device test', () => {
  it('shows what works, and what cannot be tested without a permission', async () => {
    renderScreen(<DeviceTest />, '/test');
    expect(screen.getByText(deviceId())).toBeTruthy();
    await expect.poll(() => line('Network')).toMatch(/Online · \d+ ms.*Works/);
    expect(line('Storage')).toContain('Works');
    expect(line('Cookies')).toContain('Works');
    expect(line('Sealed connection')).toContain('Not sealed');
    expect(line('Notifications')).toContain('Does not work');
  });

  it('says that there is no network', async () => {
    server.loses(appConfig);
    renderScreen(<DeviceTest />, '/test');
    await expect.poll(() => line('Network')).toMatch(/Online · No answer.*Does not work/);
    server.answers(appConfig, sampleConfig);
    await userEvent.click(screen.getByRole('button', { name: 'Test again' }));
    await expect.poll(() => line('Network')).toContain('Works');
  });

  it('is shown in the user’s language, and copied in one language for customer service', async () => {
    server.loses(appConfig);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await activateLanguage('hi');

    const user = userEvent.setup();
    renderScreen(<DeviceTest />, '/test');
    await expect.poll(() => line('नेटवर्क')).toContain('ऑफ़लाइन · जवाब नहीं मिला');

    const seen = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    // Numbers, measures and language names are the same in every language.
    const words = seen.join(' ').replace(/\b(hi|MB|ms|s)\b/g, '');

    expect(words).not.toMatch(/[a-z]{2}/i);
    await user.click(screen.getByRole('button', { name: 'नतीजे कॉपी करें' }));
    await expect
      .poll(() => navigator.clipboard.readText())
      .toContain('network: bad offline, no answer, TransportError');
  });

  it('is copied without the user’s identity', async () => {
    saveSignIn('secret-token', { userId: 'user-id', maskedPhone: '98•••••210' });

    const user = userEvent.setup();
    renderScreen(<DeviceTest />, '/test');
    await expect.poll(() => line('Network')).toContain('Works');
    await user.click(screen.getByRole('button', { name: 'Copy the results' }));
    expect(await screen.findByText('Copy successful')).toBeTruthy();

    const copied = await navigator.clipboard.readText();
    expect(copied).toContain(`device: ok ${deviceId()}`);
    expect(copied).toContain('network: ok');
    for (const secret of ['secret-token', 'user-id', '98•••••210'])
      expect(copied).not.toContain(secret);
  });
});
