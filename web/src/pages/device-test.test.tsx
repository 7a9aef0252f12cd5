import { appConfig } from '@noren/contract/public';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearSession, deviceId, keepSignIn } from '../session.ts';
import { sampleConfig } from '../test/sample-config.ts';
import { showScreen } from '../test/show-screen.tsx';
import { standInServer } from '../test/wire-stub.ts';
import { DeviceTest } from './device-test.tsx';

let server: ReturnType<typeof standInServer>;
beforeEach(() => {
  server = standInServer();
  server.answers(appConfig, sampleConfig);
});
afterEach(clearSession);

const line = (name: string) => screen.getByText(name).closest('li')?.textContent;

describe('the device test', () => {
  it('tells what works, and what cannot be said without asking', async () => {
    showScreen(<DeviceTest />, '/test');
    expect(screen.getByText(deviceId())).toBeTruthy();
    await expect.poll(() => line('Network')).toMatch(/online.*ms.*Works/);
    expect(line('Storage')).toContain('Works');
    expect(line('Cookies')).toContain('Works');
    expect(line('Sealed connection')).toContain('plain');
    expect(line('Notifications')).toContain('Does not work');
  });

  it('says that there is no network', async () => {
    server.loses(appConfig);
    showScreen(<DeviceTest />, '/test');
    await expect.poll(() => line('Network')).toMatch(/TransportError.*Does not work/);
    server.answers(appConfig, sampleConfig);
    await userEvent.click(screen.getByRole('button', { name: 'Test again' }));
    await expect.poll(() => line('Network')).toContain('Works');
  });

  it('is copied without telling who is signed in', async () => {
    keepSignIn('secret-token', { userId: 'user-id', maskedPhone: '98•••••210' });
    const user = userEvent.setup();
    showScreen(<DeviceTest />, '/test');
    await expect.poll(() => line('Network')).toContain('Works');
    await user.click(screen.getByRole('button', { name: 'Copy the results' }));
    expect(await screen.findByText('Copy successful')).toBeTruthy();
    const copied = await navigator.clipboard.readText();
    expect(copied).toContain(`device: ok ${deviceId()}`);
    expect(copied).toContain('network: ok');
    for (const told of ['secret-token', 'user-id', '98•••••210']) expect(copied).not.toContain(told);
  });
});
