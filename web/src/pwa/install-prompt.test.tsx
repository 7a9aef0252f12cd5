import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { clearSession } from '../session/session.ts';
import { tapLater } from '../testing/tap-later.ts';

const { offerInstall, watchInstall } = await import('./install.ts');
const { InstallOffer, InstallPrompt, InstallRow } = await import('./install-prompt.tsx');
const { renderScreen } = await import('../testing/render-screen.tsx');
const { signInCertified } = await import('../testing/sign-in.ts');

/** Chrome's event that the app can be installed. */
function offer() {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(async () => 0),
  });
  act(() => void dispatchEvent(event));
  return event;
}

const signInWith = (gpGuideShow: boolean) => signInCertified({ gpGuideShow });

beforeEach(() => {
  watchInstall();
  signInWith(true);
});

afterEach(async () => {
  vi.useRealTimers();
  clearSession();
  await offerInstall();
});

const open = () => renderScreen(<InstallOffer />, '/home');
const prompt = () => screen.queryByRole('region', { name: 'Add Noren to your home screen' });

describe('the add-to-home-screen prompt', () => {
  it('closes by Esc and by a tap outside, not inside, and not by the tap that opened it', () => {
    vi.useFakeTimers();

    const onClose = vi.fn();
    renderScreen(<InstallPrompt onAdd={() => undefined} onClose={onClose} />, '/home');
    fireEvent.pointerDown(document.body);
    act(() => void vi.advanceTimersByTime(49));
    fireEvent.pointerDown(document.body);
    expect(onClose).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1));
    fireEvent.pointerDown(screen.getByRole('heading'));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.pointerDown(document.body);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(2);
    cleanup();
    fireEvent.pointerDown(document.body);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('is not shown without the browser’s event, nor when the server does not allow it', () => {
    open();
    expect(prompt()).toBeNull();
    cleanup();
    signInWith(false);
    offer();
    open();
    expect(prompt()).toBeNull();
    expect(localStorage.getItem('noren.asked.install')).toBeNull();
  });

  it('defers the browser’s own banner, is shown once, and adds the app', async () => {
    const event = offer();
    expect(event.defaultPrevented).toBe(true);
    open();
    expect(prompt()).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add to home screen' }));
    expect(event.prompt).toHaveBeenCalledTimes(1);
    expect(prompt()).toBeNull();
    cleanup();
    offer();
    open();
    expect(prompt()).toBeNull();
  });

  it('is reached from the profile at any time; without the browser’s event it shows the steps', async () => {
    renderScreen(<InstallRow />, '/user');

    const row = screen.getByRole('button', { name: 'Add to home screen' });
    await userEvent.click(row);
    expect(
      screen.getByRole('dialog', { name: 'Add Noren to your home screen' }).textContent,
    ).toContain('three dots');
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!);

    const event = offer();
    tapLater(row);
    expect(event.prompt).toHaveBeenCalledTimes(1);
  });
});
