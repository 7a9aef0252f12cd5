import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FloatingIcon } from '../../app/floating-icon.tsx';
import { clearSession, saveSignIn } from '../../session/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { FloatingHelp } from './floating-help.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** The icon as a user finds it: not while it yields. */
const float = () => {
  const button = screen.queryByRole('button', { name: 'Customer service' });
  return button?.parentElement?.dataset.float === 'shown' ? button : null;
};

beforeEach(() => {
  stubServer();
  // jsdom has no layout: text takes no room.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  saveSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });
});
afterEach(() => {
  vi.useRealTimers();
  clearSession();
});

describe('the floating icon', () => {
  it.each(['/noren', '/home', '/repay/R1', '/order', '/loan'])('floats on %s when signed in', async (path) => {
    renderScreen(<FloatingIcon />, path);
    await expect.poll(float).not.toBeNull();
  });

  it('is never there when signed out', async () => {
    clearSession();
    vi.useFakeTimers();
    renderScreen(<FloatingIcon />, '/noren');
    await pass(10_000);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ...['/facial-auth/step-one', '/send-again', '/modify-bank-info/face-check', '/sky-scan', '/sky-code', '/va'],
    ...['/sky-offline', '/sky-eleven', '/store', '/pembayaran', '/repay-code'],
  ])('is not on %s, which has a camera or a payment code', async (path) => {
    vi.useFakeTimers();
    renderScreen(<FloatingHelp />, path);
    await pass(1_000);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('yields while the page scrolls and where it would cover something, and is back when there is room', async () => {
    vi.useFakeTimers();
    renderScreen(
      <>
        <button type="button">Pay</button>
        <FloatingHelp />
      </>,
      '/home',
    );
    await pass(100);
    expect(float()).not.toBeNull();
    act(() => void dispatchEvent(new Event('scroll')));
    expect(float()).toBeNull();
    await pass(1_000);
    expect(float()).not.toBeNull();

    const pay = screen.getByRole('button', { name: 'Pay' });
    const whole = vi.spyOn(pay, 'getBoundingClientRect').mockReturnValue(new DOMRect(-999, 0, 1_998, innerHeight));
    act(() => void dispatchEvent(new Event('resize')));
    await pass(1_000);
    expect(float()).toBeNull();
    whole.mockRestore();
    act(() => void dispatchEvent(new Event('resize')));
    await pass(1_000);
    expect(float()).not.toBeNull();
  });

  it('moves away from what appears where it floats', async () => {
    vi.useFakeTimers();
    renderScreen(<FloatingHelp />, '/home');
    await pass(100);
    const before = float()?.parentElement?.style.bottom;
    const callout = document.createElement('button');
    vi.spyOn(callout, 'getBoundingClientRect').mockReturnValue(new DOMRect(-999, innerHeight - 90, 1_998, 90));
    document.body.append(callout);
    await pass(1_000);
    const after = float()?.parentElement?.style.bottom;
    callout.remove();
    expect(Number.parseFloat(after ?? '')).toBeGreaterThanOrEqual(Number.parseFloat(before ?? '') + 80);
  });

  it('opens the dialog of customer service', async () => {
    renderScreen(<FloatingHelp />, '/home');
    await expect.poll(float).not.toBeNull();
    act(() => float()?.click());
    const dialog = await screen.findByRole('dialog', { name: 'Customer service' });
    expect(within(dialog).getByRole('button', { name: 'Write to us here' })).toBeTruthy();
  });
});
