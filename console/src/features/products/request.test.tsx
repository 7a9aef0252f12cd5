import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderConsole } from '../../testing/render-console.tsx';
import { OPEN_REQUEST } from '../../testing/sample-request.ts';
import { aMember, serverDouble } from '../../testing/server-double.ts';
import { productsScreen } from './screen.ts';

const REQUEST = OPEN_REQUEST.requestId;

const APPROVAL = { ...OPEN_REQUEST, kind: 'level_ceiling', reason: 'the new rule' };

const CEILING = {
  kind: 'level_ceiling',
  level: 'document_seen',
  ceilingPaise: 6_000_000,
  effectiveFrom: '2026-12-01',
  citation: 'counsel',
} as const;

const REQUEST_ANSWER = {
  approval: APPROVAL,
  proposal: CEILING,
  effectWhenMade: null,
  effectNow: null,
  effectDone: null,
  problem: null,
  decisionReason: null,
  comments: [],
} as const;

/** Opens the request on a server that answers these calls. */
function open(answers: Parameters<typeof serverDouble>[0]): void {
  serverDouble({
    staffMe: () => aMember(['product_manager']),
    workCounts: () => ({ kinds: [], toAnswer: 0 }),
    ...answers,
  });
  window.history.replaceState(null, '', `/products/requests/${REQUEST}`);
  renderConsole([productsScreen]);
}

test('a change that is no longer possible says why', async () => {
  open({
    approval: () => ({
      ...REQUEST_ANSWER,
      problem: { reason: 'ceiling_above_maximum', mostPaise: 5_000_000 },
    }),
  });

  expect(
    await screen.findByText('No ceiling may be above the largest loan, ₹50,000.'),
  ).toBeTruthy();
});

test('after a rejection without an answer the page says that it was carried out', async () => {
  let state: 'open' | 'refused' = 'open';
  open({
    approval: () => ({ ...REQUEST_ANSWER, approval: { ...APPROVAL, state } }),
    refuseApproval: () => {
      state = 'refused';
      throw new TypeError('the answer is lost');
    },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Reject with a reason' }));
  await userEvent.type(
    await screen.findByRole('textbox', { name: /^Reason/ }),
    'the law allows less',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Reject with a reason' }));

  expect(await screen.findByText('The answer was lost. The request was rejected.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reject with a reason' })).toBeNull();
});

test('after a withdrawal without an answer the page says the same', async () => {
  let state: 'open' | 'withdrawn' = 'open';
  open({
    approval: () => ({ ...REQUEST_ANSWER, approval: { ...APPROVAL, state, isMine: true } }),
    withdrawApproval: () => {
      state = 'withdrawn';
      throw new TypeError('the answer is lost');
    },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText(/^The answer was lost. The request was withdrawn/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});
