import { CODES } from '@noren/contract/codes';
import { applyGuidance, giveUpGuidance, guidanceMsg } from '@noren/contract/preorder';
import { OrderStatus } from '@noren/core/lending/order-status';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { readInterruption } from '../../api/confirm.ts';
import { clearDraft } from '../../session/drafts.ts';
import type { Guidance } from '../../shared/loan/guide-dialogs.tsx';
import { sampleGuidance } from '../../testing/guide-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { LoanGuide } from './loan-guide.tsx';

const TITLE = 'A higher credit limit is available to you';
const RETAIN = 'Are you sure you want to give up this opportunity?';
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  sessionStorage.clear();
  location.hash = '#/home';
  server = stubServer();
});

const open = () => renderScreen(<LoanGuide />, '/home');
const guide = () => screen.findByRole('dialog', { name: TITLE });
const press = async (dialog: HTMLElement, name: string) =>
  userEvent.click(within(dialog).getByRole('button', { name }));
/** Esc: browsers send a dialog a `cancel` event. */
const leave = () =>
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
const answerGuidance = (guidance: Guidance | null) => server.answers(guidanceMsg, { guidance });

const reserved = (borrowStatus: OrderStatus) => () => {
  answerGuidance(null);
  return { reserved: [{ repayId: 'RABC1234567890', borrowStatus }] };
};

describe('the loan guide', () => {
  it('opens automatically when new, with the offered limit, the coupon, the loans and the deadline', async () => {
    answerGuidance(sampleGuidance());
    open();

    const dialog = await guide();
    for (const text of [
      'from ₹20,000 to ₹25,000',
      'The higher limit is yours when you ask for it. It never rises by itself.',
      'A coupon for you ₹100 off the processing fee',
      'Nothing is borrowed or charged yet',
      'You can ask until 21/11/2026',
    ])
      expect(dialog.textContent).toContain(text);

    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['30Noren 30₹16,000', '15Noren 15₹9,000']);

    expect(
      within(dialog)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['Apply', 'Cancel']);
  });

  it('is hidden when there is no offer, and silent without a network', async () => {
    server.loses(guidanceMsg);
    open();
    await expect.poll(() => server.sentTo(guidanceMsg).length).toBeGreaterThan(0);
    await act(async () => undefined);

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('seen before: opens only from its card', async () => {
    answerGuidance(sampleGuidance({ isNew: false }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'See it' }));
    await press(await guide(), 'Cancel');
    expect(screen.getByRole('dialog', { name: RETAIN })).toBeTruthy();
  });

  it('does not open automatically twice, even when the cached answer still marks it as new', async () => {
    answerGuidance(sampleGuidance());
    open();
    await guide();
    leave();
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    open();
    expect(await screen.findByRole('button', { name: 'See it' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [OrderStatus.awaitingAcceptance, 'Your loans wait for you in your orders.'],
    [OrderStatus.reserved, 'When your current loan is repaid'],
  ])(
    'applies with the offered loans, shows the success (%i) and leads to the orders',
    async (status, words) => {
      const guidance = sampleGuidance();
      answerGuidance(guidance);
      server.answers(applyGuidance, reserved(status));
      open();
      await press(await guide(), 'Apply');

      const done = await screen.findByRole('dialog', { name: 'Your request is in' });
      expect(done.textContent).toContain('Your new limit₹25,000');
      expect(done.textContent).toContain(words);

      const { applyTotalAmount, products } = guidance;
      expect(server.listBodies(applyGuidance)).toEqual([{ applyTotalAmount, products }]);
      await press(done, 'See your orders');
      expect(await screen.findByText('at /order')).toBeTruthy();
    },
  );

  it('asks before dismissing and names what is lost, with two equal answers, then calls the server', async () => {
    const guidance = sampleGuidance();
    answerGuidance(guidance);
    server.answers(giveUpGuidance, () => {
      answerGuidance(null);
      return {};
    });
    open();
    await press(await guide(), 'Cancel');

    const retain = await screen.findByRole('dialog', { name: RETAIN });
    expect(retain.textContent).toContain('Regular users get a 30-day tenure. This includes you.');
    expect(retain.textContent).toContain(
      'a limit of ₹25,000 instead of ₹20,000, and the loans you would reserve',
    );
    expect(retain.textContent).toContain('Your present limit stays as it is.');
    expect(retain.textContent).toContain('You keep your coupon.');

    const [apply, giveUp] = within(retain).getAllByRole('button');
    expect([apply?.textContent, giveUp?.textContent]).toEqual(['Apply', 'Give Up']);
    expect(apply?.className).toBe(giveUp?.className);
    await press(retain, 'Give Up');
    expect(await screen.findByText('Offer declined. Your limit is unchanged.')).toBeTruthy();
    expect(server.listBodies(giveUpGuidance)).toEqual([{ guidanceId: guidance.guidanceId }]);
    expect(screen.queryByRole('button', { name: 'See it' })).toBeNull();
  });

  it('asks again each time that the guide is cancelled', async () => {
    const guidance = sampleGuidance({ coupon: null });
    answerGuidance(guidance);
    open();
    await press(await guide(), 'Cancel');

    const first = await screen.findByRole('dialog', { name: RETAIN });
    expect(first.textContent).not.toContain('coupon');
    leave();
    await userEvent.click(screen.getByRole('button', { name: 'See it' }));
    await press(await guide(), 'Cancel');
    expect(await screen.findByRole('dialog', { name: RETAIN })).toBeTruthy();
    expect(server.sentTo(giveUpGuidance)).toEqual([]);
  });

  it('can also apply from the question', async () => {
    answerGuidance(sampleGuidance());
    server.answers(applyGuidance, reserved(20));
    open();
    await press(await guide(), 'Cancel');
    await press(await screen.findByRole('dialog', { name: RETAIN }), 'Apply');
    expect(await screen.findByRole('dialog', { name: 'Your request is in' })).toBeTruthy();
  });

  it('retries the same request after a network failure', async () => {
    answerGuidance(sampleGuidance());
    server.loses(applyGuidance);
    open();
    await press(await guide(), 'Apply');
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    server.answers(applyGuidance, reserved(20));
    leave();
    await userEvent.click(screen.getByRole('button', { name: 'See it' }));
    await press(await guide(), 'Apply');
    expect(await screen.findByRole('dialog', { name: 'Your request is in' })).toBeTruthy();

    const sent = server.sentTo(applyGuidance);
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(1);
  });

  it.each([
    [CODES.offerGone, 'This offer has expired. Your limit stays as it is.'],
    [CODES.conflict, 'You have already asked for this limit. See your orders.'],
  ])('says why it could not be had (%i)', async (code, words) => {
    answerGuidance(sampleGuidance());
    server.refuses(applyGuidance, code, words);
    open();
    await press(await guide(), 'Apply');
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    answerGuidance(null);
    leave();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows that an overdue order locks the limit, with a link to repay it', async () => {
    answerGuidance(sampleGuidance());
    server.refuses(applyGuidance, CODES.lockedByOverdue);
    open();
    await press(await guide(), 'Apply');

    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(
      'Your order is overdue and your credit limit has been locked. Please repay in time.',
    );
    expect(within(alert).getByRole('link').getAttribute('href')).toBe('/order');
  });

  it('goes to the code confirmation when required, and is open again afterwards', async () => {
    const guidance = sampleGuidance();
    answerGuidance(guidance);
    server.refuses(applyGuidance, CODES.confirmByCode);
    open();
    await press(await guide(), 'Apply');
    expect(readInterruption()).toEqual({ path: '/home', isBehind: true });
    cleanup();
    answerGuidance({ ...guidance, isNew: false });
    open();
    expect(await guide()).toBeTruthy();
    clearDraft('guide');
  });
});
