import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../testing/render-console.tsx';
import { Refusal, refuseForOpen, serverDouble } from '../testing/server-double.ts';
import { MovePayment } from './move-payment.tsx';

const PAYMENT = {
  repayId: 'N1111111111',
  journalId: '0195f000-0000-7000-8000-000000000001',
  amountPaise: 43_200,
};

const EFFECT = { effect: { journals: [], messages: [], orders: [] } };

test('an order that is refused stays in its form with the reason beside it, and another can be tried', async () => {
  const onPropose = vi.fn();
  const { seen } = serverDouble({
    previewApproval: ({ body }) => {
      const { proposal } = body as { proposal: { toRepayId: string } };
      if (proposal.toRepayId === 'N3333333333') return EFFECT;

      throw new Refusal({
        code: 'not_found',
        refusal: { reason: 'move_order_unknown' },
      });
    },
  });

  renderPart(<MovePayment payment={PAYMENT} onPropose={onPropose} />);
  await userEvent.click(screen.getByRole('button', { name: /Move/ }));

  const dialog = within(await screen.findByRole('dialog'));
  const order = dialog.getByRole('textbox', { name: /To order/ });

  await userEvent.type(order, 'N2222222222');
  await userEvent.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(
    (await dialog.findAllByText(/There is no such order to move the payment to\./)).length,
  ).toBeGreaterThan(0);
  expect(order).toHaveProperty('value', 'N2222222222');
  expect(order.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Try again')).toBeNull();
  expect(onPropose).not.toHaveBeenCalled();

  await userEvent.clear(order);
  await userEvent.type(order, 'N3333333333');
  expect(dialog.queryByText(/There is no such order/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Preview' }));
  await expect
    .poll(() => onPropose)
    .toHaveBeenCalledWith({
      kind: 'payment_move',
      ...{ repayId: PAYMENT.repayId, journalId: PAYMENT.journalId },
      toRepayId: 'N3333333333',
    });
  expect(seen.filter(({ call }) => call === 'previewApproval')).toHaveLength(2);
});

test('a payment whose move is open already leads to that request', async () => {
  serverDouble({ previewApproval: refuseForOpen('r1') });
  renderPart(<MovePayment payment={PAYMENT} onPropose={vi.fn()} />);
  await userEvent.click(screen.getByRole('button', { name: /Move/ }));
  await userEvent.type(await screen.findByRole('textbox', { name: /To order/ }), 'N2222222222');
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));

  const link = await screen.findByRole('link', { name: 'Open that request' });
  expect(link.getAttribute('href')).toBe('/approvals/r1');
});
