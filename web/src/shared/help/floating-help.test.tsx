import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FloatingIcon } from '../../app/floating-icon.tsx';
import { clearSession, saveSignIn } from '../../session/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { FloatingHelp } from './floating-help.tsx';
import { HelpButton } from './help.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** The icon as a pointer finds it: not while it yields. */
const float = () => document.querySelector<HTMLElement>('[data-float="shown"] button');

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
  it.each(['/noren', '/home', '/repay/R1', '/order', '/loan'])(
    'floats on %s when signed in',
    async (path) => {
      renderScreen(<FloatingIcon />, path);
      await expect.poll(float).not.toBeNull();
    },
  );

  it('is never there when signed out', async () => {
    clearSession();
    vi.useFakeTimers();
    renderScreen(<FloatingIcon />, '/noren');
    await pass(10_000);
    expect(document.querySelector('button, [data-float]')).toBeNull();
  });

  it.each([
    ...[
      '/facial-auth/step-one',
      '/send-again',
      '/modify-bank-info/face-check',
      '/sky-scan',
      '/sky-code',
      '/va',
      '/autopay',
    ],
    ...['/sky-offline', '/sky-eleven', '/store', '/pembayaran', '/repay-code'],
  ])('is not on %s, which has a camera or a payment code', async (path) => {
    vi.useFakeTimers();
    renderScreen(<FloatingHelp />, path);
    await pass(1_000);
    expect(document.querySelector('button, [data-float]')).toBeNull();
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
    const whole = vi
      .spyOn(pay, 'getBoundingClientRect')
      .mockReturnValue(new DOMRect(-999, 0, 1_998, innerHeight));

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

    const topNow = () =>
      Number.parseFloat(float()?.parentElement?.style.translate.split(' ')[1] ?? '');
    const before = topNow();
    const callout = document.createElement('button');

    vi.spyOn(callout, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(-999, innerHeight - 90, 1_998, 90),
    );
    document.body.append(callout);
    await pass(1_000);

    const after = topNow();
    callout.remove();
    expect(after).toBeLessThanOrEqual(before - 80);
  });

  it('opens the dialog of customer service', async () => {
    renderScreen(<FloatingHelp />, '/home');
    await expect.poll(float).not.toBeNull();
    act(() => float()?.click());

    const dialog = await screen.findByRole('dialog', { name: 'Customer service' });
    expect(within(dialog).getByRole('button', { name: 'Write to us here' })).toBeTruthy();
  });

  it('is for pointers: screen readers and Tab find the header’s icon alone, and a press takes no focus', async () => {
    renderScreen(
      <>
        <HelpButton />
        <FloatingHelp />
      </>,
      '/home',
    );
    await expect.poll(float).not.toBeNull();

    const named = screen.getByRole('button', { name: 'Customer service' });
    expect(named).not.toBe(float());
    expect(named.tabIndex).toBe(0);
    expect(float()?.tabIndex).toBe(-1);
    expect(fireEvent.mouseDown(float() as HTMLElement), 'the browser may move the focus').toBe(
      false,
    );
  });
});

describe('the page is measured', () => {
  /**
   * Shows a line of text beside the icon.
   * @returns the line, and how often it was measured since the last time asked
   */
  async function showLine() {
    vi.useFakeTimers();

    let count = 0;
    Range.prototype.getClientRects = function () {
      if (this.toString().startsWith('Line')) count += 1;
      return [] as unknown as DOMRectList;
    };

    renderScreen(
      <>
        <p>Line</p>
        <p className="visually-hidden">Loading</p>
        <FloatingHelp />
      </>,
      '/home',
    );

    const measurements = async () => {
      await pass(1_000);
      const since = count;
      count = 0;
      return since;
    };

    expect(await measurements()).toBeGreaterThan(0);
    // On a starved machine a part of the screen may come later.
    await expect.poll(measurements).toBe(0);

    return { line: screen.getByText('Line'), measurements };
  }

  it('once for all changes of a frame', async () => {
    const { line, measurements } = await showLine();
    for (let number = 0; number < 20; number += 1) line.firstChild?.replaceWith(`Line ${number}`);
    expect(await measurements()).toBe(1);
  });

  it('not while a dialog is open, and once when it has gone', async () => {
    const { line, measurements } = await showLine();
    const dialog = document.createElement('dialog');

    document.body.append(dialog);
    dialog.showModal();
    await measurements();
    line.firstChild?.replaceWith('Line, changed');
    act(() => void dispatchEvent(new Event('scroll')));
    expect(await measurements()).toBe(0);
    expect(float(), 'the page below a dialog does not scroll').not.toBeNull();
    act(() => dialog.remove());
    expect(await measurements()).toBe(1);
  });

  it('not when text changes that only screen readers have', async () => {
    const { measurements } = await showLine();
    screen.getByText('Loading').firstChild?.replaceWith('Loaded');
    expect(await measurements()).toBe(0);
  });
});
