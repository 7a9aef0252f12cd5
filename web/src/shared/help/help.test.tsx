import { borrowStatus } from '@noren/contract/orders';
import { OrderStatus } from '@noren/core/lending/order-status';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, saveSignIn } from '../../session/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleConfig } from '../../testing/sample-config.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { Page } from '../../ui/layout/page.tsx';
import { HelpButton } from './help.tsx';
import { mailSubject } from './mail-subject.ts';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  server.answers(borrowStatus, {
    borrowStatus: null,
    repayId: null,
    inProgress: 0,
    completed: 1,
    completedStatuses: [OrderStatus.declined],
  });

  document.body.insertAdjacentHTML(
    'beforeend',
    `<script type="application/json" id="noren-boot">${JSON.stringify({ config: sampleConfig })}</script>`,
  );
  saveSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });
});

afterEach(() => {
  clearSession();
  document.getElementById('noren-boot')?.remove();
});

const open = () =>
  renderScreen(
    <Page title="Somewhere" right={<HelpButton />}>
      here
    </Page>,
    '/somewhere',
  );

const openHelp = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Customer service' }));
  return screen.findByRole('dialog', { name: 'Customer service' });
};

describe('the marker of a mail’s subject', () => {
  it.each([
    ['only declined', 0, [30], '[R] Q'],
    ['declined and cancelled', 0, [30, 35], '[R] Q'],
    ['nothing', 0, [], 'Q'],
    ['declined, but one is in progress', 1, [30], 'Q'],
    ['declined, but one is settled', 0, [30, 70], 'Q'],
    ['settled', 0, [70], 'Q'],
  ])('%s', (_, inProgress, completedStatuses, subject) => {
    expect(mailSubject('Q', { inProgress, completedStatuses })).toBe(subject);
    expect(mailSubject('Q', undefined)).toBe('Q');
  });
});

describe('the customer-service icon', () => {
  it('is shown only when signed in', () => {
    clearSession();
    open();
    expect(screen.queryByRole('button', { name: 'Customer service' })).toBeNull();
  });

  it('opens numbers, hours and a mail link with the marker, and restores the focus', async () => {
    open();

    const dialog = await openHelp();
    expect(within(dialog).getByText(/09:00–\u206018:00/)).toBeTruthy();
    expect(within(dialog).getByText('+91 90000 00000')).toBeTruthy();

    const mail = within(dialog).getByRole('link', { name: /help@example.in/ });
    await expect
      .poll(() => mail.getAttribute('href'))
      .toBe(`mailto:help@example.in?subject=${encodeURIComponent('[R] Question about my loan')}`);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Customer service' }));
  });

  it('a failed copy shows nothing', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
      new DOMException('no', 'NotAllowedError'),
    );
    open();

    const dialog = await openHelp();
    await user.click(within(dialog).getByRole('button', { name: /Phone/ }));
    expect(screen.queryByText('Copy successful')).toBeNull();
    expect(within(dialog).getByText('1800 000 0001')).toBeTruthy();
  });

  it('a tap copies a number and confirms it', async () => {
    const user = userEvent.setup();
    open();

    const dialog = await openHelp();
    await user.click(within(dialog).getByRole('button', { name: /WhatsApp/ }));
    expect(await screen.findByText('Copy successful')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('+91 90000 00000');
  });

  it('dials and writes in the phone’s own apps', async () => {
    open();
    const dialog = await openHelp();
    const links = within(dialog).getAllByRole('link') as HTMLAnchorElement[];
    expect(links.map(({ href }) => href)).toEqual([
      'https://wa.me/919000000000',
      'tel:18000000001',
      expect.stringMatching(/^mailto:/),
    ]);
  });

  it('links to feedback', async () => {
    open();
    const dialog = await openHelp();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Write to us here' }));
    expect(await screen.findByText('at /feedback')).toBeTruthy();
  });
});
