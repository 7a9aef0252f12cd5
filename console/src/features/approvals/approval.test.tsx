import type { DoneEffect, ListedApproval, RequestMoney } from '@noren/contract/staff/approvals';
import { STAFF_HEADERS } from '@noren/contract/staff/wire';
import { OrderStatus } from '@noren/core/lending/order-status';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { StaffAnswer } from '../../api/client.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { OPEN_REQUEST } from '../../testing/sample-request.ts';
import { aMember, Refusal, serverDouble } from '../../testing/server-double.ts';
import { approvalsScreen } from './screen.ts';

const REQUEST = OPEN_REQUEST.requestId;
const JOURNAL = '0195f000-0000-7000-8000-000000000002';

const MONEY: RequestMoney = {
  amountPaise: 43_200,
  utrLast4: '9K21',
  day: '2026-11-20',
  person: 'A**** V****, 98•••••210',
};

const LISTED: ListedApproval = {
  ...OPEN_REQUEST,
  kind: 'unclaimed_payment_return',
  reason: 'The sender asked for it.',
  money: MONEY,
};

const QUESTION = {
  commentId: '0195f000-0000-7000-8000-000000000004',
  staffId: '0195f000-0000-7000-8000-000000000005',
  staffName: 'Ravi Shah',
  text: 'Which letter was it?\nAnd of which day?',
  writtenAt: Date.UTC(2026, 10, 21, 6, 30),
};

const ANSWER = {
  ...QUESTION,
  commentId: '0195f000-0000-7000-8000-000000000006',
  staffName: 'Gita Reddy',
  text: 'Number 17, of Monday.',
  writtenAt: Date.UTC(2026, 10, 21, 7),
};

const NOTHING = { journals: [], messages: [], orders: [] };

function open(
  answer: Partial<StaffAnswer<'approval'>>,
  approve: () => object = () => ({}),
  readAgain: () => Partial<StaffAnswer<'approval'>> = () => ({}),
  comment: (text: string) => object = () => ({}),
) {
  window.history.replaceState(null, '', `/approvals/${REQUEST}`);

  const double = serverDouble({
    staffMe: () => aMember(['payments']),
    workCounts: () => ({ kinds: [], toAnswer: 0 }),
    approval: () => ({
      approval: LISTED,
      proposal: { provider: 'razorpay', providerRef: 'pay_1' },
      effectWhenMade: NOTHING,
      effectNow: null,
      effectDone: null,
      problem: null,
      decisionReason: null,
      comments: [],
      ...answer,
      ...readAgain(),
    }),
    approve,
    commentRequest: ({ body }) => comment((body as { text: string }).text),
    approvalList: () => ({
      rows: [{ ...LISTED, state: 'approved', checkerName: 'Ravi Shah' }],
      next: null,
    }),
  });
  renderConsole([approvalsScreen]);

  return double;
}

test('money that is to go out is named in the title, in the facts and on the button', async () => {
  open({ effectWhenMade: { ...NOTHING, money: MONEY }, effectNow: { ...NOTHING, money: MONEY } });
  await screen.findByRole('heading', { level: 1, name: 'Return of unclaimed funds: ₹432.00' });
  expect(screen.getByText('A**** V****, 98•••••210 · UTR ··9K21 · 20/11/2026')).toBeTruthy();

  const facts = screen.getByRole('region', { name: 'Money' });
  for (const fact of ['₹432.00', '··9K21', '20/11/2026', 'A**** V****, 98•••••210'])
    expect(facts.textContent).toContain(fact);
  expect(screen.getByRole('button', { name: /^Approve and return ₹432.00/ })).toBeTruthy();
});

test('a request without money names whom it is about in its title, and leads to them', async () => {
  const userId = '0195f000-0000-7000-8000-000000000009';
  const person = 'A**** V****, 98•••••210';
  open({
    approval: { ...LISTED, kind: 'lending_freeze', money: null, userId, person },
    proposal: { isFrozen: true },
  });

  await screen.findByRole('heading', { level: 1, name: /: A\*{4} V\*{4}, 98•••••210$/ });
  expect(screen.getByRole('link', { name: person }).getAttribute('href')).toBe(`/people/${userId}`);
});

test('a settlement offer says how much is to be paid by when', async () => {
  const money = { ...MONEY, amountPaise: 500_000, utrLast4: null, day: '2026-12-10' };
  open({
    approval: { ...LISTED, kind: 'settlement_offer', repayId: 'N1111111111', money },
    proposal: { payPaise: 500_000, payBy: '2026-12-10' },
  });

  const proposal = (await screen.findByRole('region', { name: 'Proposal' })).textContent;
  expect(proposal).toContain('To pay₹5,000.00');
  expect(proposal).toContain('Pay by10/12/2026');
});

test('a ceiling of an identity level is proposed and compared in words and rupees', async () => {
  const ceiling = { what: 'level_ceiling', before: '8000000', after: '500000' };
  const effect = { ...NOTHING, facts: [ceiling] };
  open({
    approval: { ...LISTED, kind: 'level_ceiling', money: null },
    proposal: {
      level: 'document_seen',
      ceilingPaise: 500_000,
      effectiveFrom: '2026-12-01',
      citation: 'Opinion of counsel',
    },
    effectWhenMade: effect,
    effectNow: effect,
  });

  for (const text of ['Card seen', 'Rule or opinion', 'Opinion of counsel'])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getAllByText('₹5,000.00').length).toBe(2);
  expect(document.body.textContent).toContain('₹80,000.00');
  expect(document.body.textContent).not.toContain('8000000');
});

test('an approved request shows what was posted, who decided it and when, with a link to each journal', async () => {
  const order = (owedPaise: number) => ({
    repayId: 'N1234567890',
    status: OrderStatus.active,
    owedPaise,
    overdueDays: 0,
  });

  const effectDone: DoneEffect = {
    ...NOTHING,
    orders: [{ before: order(2_009), after: order(0) }],
    journals: [
      {
        journalId: JOURNAL,
        repayId: 'N1234567890',
        kind: 'waiver',
        valueDay: '2026-11-22',
        lines: [
          ['waiver_expense', 2_009],
          ['loan_principal', -2_009],
        ],
      },
    ],
    money: { ...MONEY, amountPaise: 2_009 },
  };
  const decided = {
    state: 'approved' as const,
    checkerName: 'Ravi Shah',
    decidedAt: Date.UTC(2026, 10, 22, 6),
  };

  open({
    approval: {
      ...LISTED,
      ...decided,
      kind: 'waiver',
      repayId: 'N1234567890',
      money: effectDone.money ?? null,
    },
    effectWhenMade: {
      ...NOTHING,
      orders: [{ before: order(2_509), after: order(0) }],
      money: { ...MONEY, amountPaise: 2_509 },
    },
    effectDone,
  });

  const done = within(await screen.findByRole('region', { name: 'What was done' }));
  expect(done.getAllByText('₹20.09').length).toBeGreaterThan(0);
  expect(done.queryByText('₹25.09')).toBeNull();

  const link = done.getByRole('link', { name: /Waiver, order N1234567890/ });
  expect(link.getAttribute('href')).toBe(`/loans/N1234567890#${JOURNAL}`);

  const people = screen.getByRole('region', { name: 'Two people' });
  expect(people.textContent).toContain('Ravi Shah');
  expect(people.textContent).toContain('22/11/2026');

  const changed = screen.getByRole('region', { name: 'What changed since the proposal' });
  expect(changed.textContent).toContain('₹25.09');
});

test('the history lists amount, person and approver', async () => {
  open({});
  window.history.replaceState(null, '', '/approvals?list=history');
  window.dispatchEvent(new PopStateEvent('popstate'));

  const row = (await screen.findByText('Ravi Shah')).closest('tr');
  expect(row?.textContent).toContain('₹432.00');
  expect(row?.textContent).toContain('A**** V****, 98•••••210');
});

test('an effect that changed meanwhile is shown in a banner, and nothing is approved', async () => {
  const seen = { ...NOTHING, money: MONEY };
  const effect = { ...NOTHING, money: { ...MONEY, amountPaise: 40_000 } };

  open({ effectWhenMade: seen, effectNow: seen }, () => {
    throw new Refusal({ code: 'changed', data: { effect } });
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Approve and return ₹432.00/ }));

  const banner = await screen.findByRole('alert', { name: 'The effect has changed' });
  expect(banner.textContent).toContain('Nothing has been done.');
  expect(banner.textContent).toMatch(/You saw₹432\.00.*Now₹400\.00/);
  expect(await screen.findByRole('button', { name: /^Approve and return ₹400.00/ })).toBeTruthy();
});

test('what a request does not do is one sentence, not empty panels', async () => {
  open({ effectNow: NOTHING });
  expect(
    await screen.findByText('It changes no order, posts no journal and sends no message.'),
  ).toBeTruthy();
  for (const name of ['Journals that will be posted', 'Messages to borrowers'])
    expect(screen.queryByRole('region', { name })).toBeNull();
});

test('after an approval without an answer the request is read again, and shows that it was approved', async () => {
  const effect = { ...NOTHING, money: MONEY };
  let isDone = false;
  const decided = {
    ...LISTED,
    state: 'approved',
    isMineToDecide: false,
    checkerName: 'Ravi Shah',
    decidedAt: 1,
  } as const;

  open(
    { effectWhenMade: effect, effectNow: effect },
    () => {
      isDone = true;
      throw new TypeError('the answer is lost');
    },
    () => (isDone ? { approval: decided, effectNow: null, effectDone: effect } : {}),
  );

  await userEvent.click(await screen.findByRole('button', { name: /^Approve and return/ }));
  expect(await screen.findByText('Ravi Shah')).toBeTruthy();
  expect(screen.getByText(/^The answer was lost, but the request was approved/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
});

test('an approval that never arrived is reported as unknown, and pressing again sends it once', async () => {
  const effect = { ...NOTHING, money: MONEY };
  const ids: (string | null)[] = [];
  const { seen } = open({ effectWhenMade: effect, effectNow: effect }, () => {
    if (ids.push(seen.at(-1)?.headers.get(STAFF_HEADERS.requestId) ?? null) === 1)
      throw new TypeError('no network');
    return {};
  });

  const button = await screen.findByRole('button', { name: /^Approve and return/ });
  await userEvent.click(button);

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Not known whether it was done');
  expect(alert.textContent).not.toContain('tried again');
  expect(seen.filter(({ call }) => call === 'approve')).toHaveLength(1);

  await userEvent.click(button);
  expect(await screen.findByText('Approved and done.')).toBeTruthy();
  expect(screen.queryByText(/^The answer was lost/)).toBeNull();
  expect(ids[1]).toBe(ids[0]);
});

test('comments are listed in the order written, each with its author and time; a new one is sent once', async () => {
  const comments = [QUESTION];
  const { seen } = open(
    {
      approval: {
        ...LISTED,
        comments: 1,
        isMine: true,
        isMineToDecide: false,
        isMineToAnswer: true,
      },
    },
    undefined,
    () => ({ comments }),
    (text) => {
      comments.push({ ...ANSWER, text });
      return {};
    },
  );
  const panel = within(await screen.findByRole('region', { name: 'Comments' }));

  expect(screen.getByText('Your turn')).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Send comment' }));
  expect(seen.filter(({ call }) => call === 'commentRequest')).toEqual([]);

  await userEvent.type(panel.getByRole('textbox', { name: 'Comment' }), 'Number 17, of Monday.');
  await userEvent.click(panel.getByRole('button', { name: 'Send comment' }));

  const [first, second] = await panel.findAllByRole('listitem');
  await panel.findByText('Number 17, of Monday.');
  expect(first?.textContent).toMatch(
    /^Ravi Shah 21\/11\/2026.*Which letter was it\?\nAnd of which day\?$/s,
  );
  expect((second ?? panel.getAllByRole('listitem')[1])?.textContent).toContain('Gita Reddy');
  expect(panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('');

  const sent = seen.filter(({ call }) => call === 'commentRequest').map(({ body }) => body);
  expect(sent).toEqual([{ requestId: REQUEST, text: 'Number 17, of Monday.' }]);
});

test('a comment that is refused stays in its field, and says why', async () => {
  open({}, undefined, undefined, () => {
    throw new Refusal({ code: 'not_possible', message: 'It was decided already.' });
  });

  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  await userEvent.type(field, 'Why?');
  await userEvent.click(screen.getByRole('button', { name: 'Send comment' }));
  expect(await screen.findByText('It was decided already.')).toBeTruthy();
  expect(field.value).toBe('Why?');
});

test('a decided request shows its comments and takes no more', async () => {
  const decided = {
    ...LISTED,
    state: 'approved',
    isMineToDecide: false,
    checkerName: 'Ravi Shah',
  } as const;
  open({ approval: { ...decided, comments: 1 }, comments: [QUESTION] });

  const panel = within(await screen.findByRole('region', { name: 'Comments' }));
  expect(panel.getByText(/Which letter was it/)).toBeTruthy();
  expect(panel.queryByRole('textbox')).toBeNull();
});

test('the list shows how many comments a request has, and the tab how many wait for an answer', async () => {
  window.history.replaceState(null, '', '/approvals?list=mine');
  serverDouble({
    staffMe: () => aMember(['payments']),
    workCounts: () => ({ kinds: [], toAnswer: 1 }),
    approvalList: () => ({
      rows: [{ ...LISTED, isMine: true, comments: 3, isMineToAnswer: true }],
      next: null,
    }),
  });
  renderConsole([approvalsScreen]);
  expect((await screen.findByText('Your turn')).closest('td')?.textContent).toBe('3 Your turn');
  expect(screen.getByText('My proposals').closest('a')?.textContent).toBe('My proposals1');
  expect((await screen.findByText('1 waiting')).closest('a')?.textContent).toContain('Approvals');
});
