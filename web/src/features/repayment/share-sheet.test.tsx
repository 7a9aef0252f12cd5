import { CODES } from '@noren/contract/codes';
import { makePaymentLink } from '@noren/contract/payment-link';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openRepay, stubLoanServer } from '../../testing/repay-screen.tsx';

const TOKEN = '0123456789ABCDEFGHJK';

let server: ReturnType<typeof stubLoanServer>;

beforeEach(() => {
  server = stubLoanServer();
  server.answers(makePaymentLink, { token: TOKEN });
});

async function openSheet() {
  openRepay();
  await userEvent.click(await screen.findByRole('button', { name: /Let someone else pay/ }));
  return within(await screen.findByRole('dialog'));
}

/** What the phone's own sheet was asked to share. */
function stubShare() {
  const share = vi.fn((_: { url: string }) => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'share');
  });
  return share;
}

it('says what the receiver sees, and makes no link before a tap', async () => {
  const sheet = await openSheet();
  expect(sheet.getByText(/but not your name or any other loan/)).toBeTruthy();
  expect(server.sentTo(makePaymentLink)).toEqual([]);
});

it('shares the link of the loan', async () => {
  const share = stubShare();
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Share the link' }));

  expect(server.listBodies(makePaymentLink)).toEqual([{ repayId: 'RABC1234567890' }]);
  await waitFor(() =>
    expect(share.mock.calls).toEqual([[{ url: `${location.origin}/#/pay/${TOKEN}` }]]),
  );
});

it('copies the link where the phone cannot share', async () => {
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Share the link' }));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toContain(`#/pay/${TOKEN}`),
  );
});

it('shows the link to copy, and says so, when the phone refuses to share it', async () => {
  stubShare().mockRejectedValue(new DOMException('No tap', 'NotAllowedError'));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Share the link' }));
  expect(await sheet.findByText(/^It could not be shared. Copy the link/)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: /^Link to pay this loan/ }));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/#/pay/${TOKEN}`),
  );
});

it('says nothing when the user closed the sheet of the phone', async () => {
  const share = stubShare().mockRejectedValue(new DOMException('Closed', 'AbortError'));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Share the link' }));
  expect(await sheet.findByText(/#\/pay\//)).toBeTruthy();
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(screen.queryByText(/could not be shared/)).toBeNull();
});

it('shares nothing when no link was made', async () => {
  server.refuses(makePaymentLink, CODES.conflict, 'Nothing is owed.', { reason: 'nothing_owed' });
  const share = stubShare();
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Share the link' }));
  expect(share).not.toHaveBeenCalled();
});
