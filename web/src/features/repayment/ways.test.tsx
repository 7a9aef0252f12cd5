import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { repayDetail, repayEntries, startPayment } from '@noren/contract/repayment';
import { acceptExtension, quoteExtension, returnLoan } from '@noren/contract/servicing';
import { OrderStatus } from '@noren/core/lending/order-status';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { readInterruption } from '../../api/confirm.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleAddendum, sampleDetail, sampleEntries } from '../../testing/repay-samples.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { RepayScreen } from './repay.tsx';

let server: ReturnType<typeof stubServer>;

const choices = [
  {
    days: 7,
    newDueDay: '2026-12-12',
    payNowPaise: 337_15,
    payThenPaise: 10_040_00,
    costPaise: 217_00,
  },
  {
    days: 15,
    newDueDay: '2026-12-20',
    payNowPaise: 337_15,
    payThenPaise: 10_120_00,
    costPaise: 297_00,
  },
];

const isOpen = {
  opensOn: '2026-12-02',
  closesOn: '2026-12-08',
  isOpen: true,
  timesLeft: 2,
  choices,
};

const cooling = { lastDay: '2026-12-11', totalPaise: 10_030_00, isFeeKept: true };

beforeEach(() => {
  sessionStorage.clear();
  location.hash = '#/repay/RABC1234567890';
  server = stubServer();
  server.answers(repayEntries, sampleEntries);
  server.answers(startPayment, { code: 'abcdefghijklmnop', amountPaise: 1, expiresAt: 0 });
});

const open = (detail: Partial<AnswerOf<typeof repayDetail>>, query = '') => {
  server.answers(repayDetail, sampleDetail({ channels: ['upi'], ...detail }));
  renderScreen(<RepayScreen />, '/repay/:repayId', `/repay/RABC1234567890${query}`);
};

const choose = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const chooseWay = async (name: RegExp) =>
  userEvent.click(await screen.findByRole('radio', { name }));
const paid = () => server.listBodies(startPayment);

describe('a part payment', () => {
  const sheet = async () => {
    open({});
    await chooseWay(/^Pay a part/);
    await choose(/^Enter an amount/);
    return within(screen.getByRole('dialog', { name: 'Pay a part' }));
  };

  it('shows its allocation and the rest before paying', async () => {
    const part = await sheet();
    await userEvent.type(part.getByLabelText('How much do you pay?'), '1000');

    const goes = await part.findByRole('region', { name: 'Where it goes' });
    expect(await within(goes).findByText('₹850.00')).toBeTruthy();

    const rows = [
      'To the interest₹150.00',
      'To the principal₹850.00',
      'Left to pay after this₹9,160.15',
    ];
    for (const row of rows) expect(goes.textContent).toContain(row);
    await userEvent.click(part.getByRole('button', { name: 'Pay ₹1,000.00' }));
    await screen.findByText(/^at \/sky-scan/);
    expect(paid()).toEqual([
      { repayId: 'RABC1234567890', kind: 'part', amountPaise: 1_000_00, channel: 'upi' },
    ]);
  });

  it.each(['', '99', '10160'])('of "%s" is refused with the allowed range', async (typed) => {
    const part = await sheet();
    const amount = part.getByLabelText<HTMLInputElement>('How much do you pay?');

    expect(amount.value).toBe('');
    if (typed) await userEvent.type(amount, typed);
    await userEvent.click(part.getByRole('button', { name: 'Enter an amount' }));
    expect(
      part.getByText('Enter an amount from ₹100 to ₹10,159. To pay more, pay in full.'),
    ).toBeTruthy();
    expect(paid()).toEqual([]);
  });

  it.each([
    ['500.00', 500_00],
    ['१०००', 1_000_00],
    ['Rs. 1,000/-', 1_000_00],
  ])('pasted as "%s" is what it says', async (pasted, amountPaise) => {
    const part = await sheet();
    await userEvent.click(part.getByLabelText('How much do you pay?'));
    await userEvent.paste(pasted);
    await userEvent.click(part.getByRole('button', { name: /^Pay ₹/ }));
    expect(paid()).toEqual([expect.objectContaining({ kind: 'part', amountPaise })]);
  });

  it.each([
    ['100.50', 'Enter whole rupees, without paise'],
    [
      '2 lakh',
      'We cannot read this as one amount. Write it in digits without spaces, such as 5000',
    ],
    ['1.000', 'We cannot read this as one amount. Write it in digits without spaces, such as 5000'],
    [
      '500 600',
      'We cannot read this as one amount. Write it in digits without spaces, such as 5000',
    ],
    ['-500', 'We cannot read this as one amount. Write it in digits without spaces, such as 5000'],
    ['9999999999999', 'Enter an amount from ₹100 to ₹10,159. To pay more, pay in full.'],
  ])('of "%s" is refused in words, and stays to be mended', async (pasted, words) => {
    const part = await sheet();
    const amount = part.getByLabelText<HTMLInputElement>('How much do you pay?');

    await userEvent.click(amount);
    await userEvent.paste(pasted);
    await userEvent.tab();
    expect(part.getByText(words)).toBeTruthy();
    expect(amount.value).toBe(pasted);
    await userEvent.click(part.getByRole('button', { name: 'Enter an amount' }));
    expect(paid()).toEqual([]);
  });

  it('shows no allocation when the entries are of another moment', async () => {
    open({ totalPaise: 10_170_30 });
    await chooseWay(/^Pay a part/);
    await choose(/^Enter an amount/);
    await userEvent.type(await screen.findByLabelText('How much do you pay?'), '1000');

    const goes = await screen.findByRole('region', { name: 'Where it goes' });
    await expect.poll(() => server.sentTo(repayEntries).length).toBe(1);
    expect(goes.textContent).toBe('Left to pay after this₹9,170.30');
  });

  it('is not offered when too little is owed', async () => {
    open({ totalPaise: 80_00, toPayPaise: 80_00, leastPartPaise: 80_00 });
    await screen.findByRole('button', { name: 'Pay ₹80.00 by UPI' });
    expect(screen.queryByRole('radio', { name: /^Pay a part/ })).toBeNull();
  });
});

describe('moving the due date', () => {
  const priced = async () => {
    server.answers(quoteExtension, { addendum: sampleAddendum() });
    open({ extension: isOpen });
    await chooseWay(/^Move the due date by 7 days/);
    await choose(/^See the addendum/);

    return within(await screen.findByRole('dialog', { name: 'Addendum: new due date' }));
  };

  it('cannot be chosen outside its window, and says when it can', async () => {
    open({ extension: { ...isOpen, isOpen: false, choices: [] } });

    const way = await screen.findByRole<HTMLInputElement>('radio', { name: /^Move the due date/ });
    expect(way.disabled).toBe(true);
    expect(
      screen.getByText(/from 02\/12\/2026 to 08\/12\/2026, not today.* 2 more times/),
    ).toBeTruthy();
  });

  it.each([
    [3, 'paying in full today'],
    [0, 'paying on time'],
  ])(
    '%i days overdue: each choice says what it takes today and then, and how much more that is',
    async (overdueDays, than) => {
      open({ extension: isOpen, overdueDays });

      const shown = await screen.findAllByRole('radio', { name: /^Move the due date/ });
      const words = shown.map((way) => way.closest('label')?.textContent);

      for (const [index, [days, later, day, cost]] of [
        [7, '₹10,040.00', '12/12/2026', '₹217.00'],
        [15, '₹10,120.00', '20/12/2026', '₹297.00'],
      ].entries()) {
        expect(words[index]).toContain(`by ${days} days₹337.15 today, then ${later} by ${day}`);
        expect(words[index]).toContain(`In all ${cost} more than ${than}.`);
      }

      expect(
        screen.getByText('The due date can be moved until 08/12/2026, 2 more times for this loan.'),
      ).toBeTruthy();
      expect(server.sentTo(quoteExtension)).toEqual([]);
    },
  );

  it('shows the full price, is accepted when ticked, then paid', async () => {
    server.answers(acceptExtension, { addendum: sampleAddendum({ isAccepted: true }) });

    const addendum = await priced();
    expect(addendum.getByText('This does not reduce the principal you owe')).toBeTruthy();

    const terms = addendum.getByRole('region', { name: 'Terms' });
    for (const text of ['₹337.15', '₹10,040.00', '₹217.00', '180.00%', '1 of at most 2'])
      expect(terms.textContent).toContain(text);
    expect(addendum.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);

    const accept = addendum.getByRole('button', { name: 'Accept and pay ₹337.15' });
    await userEvent.click(accept);
    expect(addendum.getByText(/^Tick the box if you agree/)).toBeTruthy();
    expect(server.sentTo(acceptExtension)).toEqual([]);
    await userEvent.click(addendum.getByRole('checkbox'));
    // A second tap within half a second is ignored.
    await expect
      .poll(async () => {
        await userEvent.click(accept);
        return server.sentTo(acceptExtension).length;
      })
      .toBe(1);
    await screen.findByText(/^at \/sky-scan/);
    expect(paid()).toEqual([
      { repayId: 'RABC1234567890', kind: 'extension', addendumNo: 'AD12345678', channel: 'upi' },
    ]);
  });

  it('goes on to UPI at once where other ways are taken too: its page leads to them', async () => {
    server.answers(acceptExtension, { addendum: sampleAddendum({ isAccepted: true }) });
    server.answers(quoteExtension, { addendum: sampleAddendum() });
    open({ extension: isOpen, channels: ['bank_transfer', 'upi'] });
    await chooseWay(/^Move the due date by 7 days/);
    await choose(/^See the addendum/);
    await userEvent.click(await screen.findByRole('checkbox'));
    await choose(/^Accept and pay/);
    expect(await screen.findByText('at /sky-scan?code=abcdefghijklmnop')).toBeTruthy();
  });

  it('is shown on the page once accepted, even without a chosen channel', async () => {
    server.answers(acceptExtension, { addendum: sampleAddendum({ isAccepted: true }) });
    server.answers(quoteExtension, { addendum: sampleAddendum() });
    open({ extension: isOpen, channels: ['bank_transfer', 'cash_counter'] });
    await chooseWay(/^Move the due date by 7 days/);
    await choose(/^See the addendum/);
    await userEvent.click(await screen.findByRole('checkbox'));

    const { addendumNo, day, newDueDay, payNowPaise } = sampleAddendum();
    const accepted = { addendumNo, state: 'accepted', day, newDueDay, payNowPaise } as const;

    server.answers(repayDetail, sampleDetail({ extension: isOpen, addendum: accepted }));
    await choose(/^Accept and pay/);
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(await screen.findByText(/once ₹337.15 is paid today$/)).toBeTruthy();
  });

  it('returns to the same ticked addendum after a code confirmation', async () => {
    server.refuses(acceptExtension, CODES.confirmByCode);

    const addendum = await priced();
    await userEvent.click(addendum.getByRole('checkbox'));
    await userEvent.click(addendum.getByRole('button', { name: 'Accept and pay ₹337.15' }));
    await expect.poll(() => location.hash).toBe('#/api-phone-check');
    expect(readInterruption()?.path).toBe('/repay/RABC1234567890');
    cleanup();
    open({ extension: isOpen });

    const again = within(await screen.findByRole('dialog', { name: 'Addendum: new due date' }));
    expect(again.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    expect(server.sentTo(quoteExtension).length).toBe(1);
  });

  it('is priced again when its price has expired', async () => {
    server.refuses(acceptExtension, CODES.offerGone, 'The price has changed.');

    const addendum = await priced();
    await userEvent.click(addendum.getByRole('checkbox'));
    await userEvent.click(addendum.getByRole('button', { name: 'Accept and pay ₹337.15' }));
    expect(await screen.findByText('The price has changed.')).toBeTruthy();
    server.answers(quoteExtension, { addendum: sampleAddendum({ payNowPaise: 340_00 }) });
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'See the addendum' }),
    );
    expect(await screen.findByRole('button', { name: 'Accept and pay ₹340.00' })).toBeTruthy();
  });

  it('an addendum accepted earlier waits for its payment', async () => {
    const addendum = {
      addendumNo: 'AD12345678',
      day: '2026-12-08',
      newDueDay: '2026-12-12',
      payNowPaise: 337_15,
    };
    open({ addendum: { ...addendum, state: 'accepted' } });
    expect(
      await screen.findByText('Your due date moves to 12/12/2026 once ₹337.15 is paid today'),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Pay ₹337.15' }));
    await screen.findByText(/^at \/sky-scan/);
    expect(paid()[0]).toMatchObject({ kind: 'extension', addendumNo: 'AD12345678' });
  });
});

describe('the return in the cooling-off days', () => {
  const running = { borrowStatus: OrderStatus.active, overdueDays: 0, coolingOff: cooling };

  it('shows today’s cost, the deadline and whether the fee is refunded; a link opens it', async () => {
    server.answers(returnLoan, {
      lastDay: '2026-12-11',
      principalPaise: 10_000_00,
      interestPaise: 30_00,
      feeBackPaise: 0,
      totalPaise: 10_030_00,
      isFeeKept: true,
    });
    open(running, '?do=return');

    const sheet = within(await screen.findByRole('dialog', { name: 'Return this loan' }));
    expect(sheet.getByText(/^Until 11\/12\/2026 you may return/)).toBeTruthy();
    expect(sheet.getByText('₹30.00')).toBeTruthy();
    expect(sheet.getByText(/fee is not refunded/)).toBeTruthy();
    await userEvent.click(
      sheet.getByRole('button', { name: 'Cancel the loan: pay back ₹10,030.00' }),
    );
    await screen.findByText(/^at \/sky-scan/);
    expect(server.listBodies(returnLoan)).toEqual([{ repayId: 'RABC1234567890' }]);
    expect(paid()).toEqual([{ repayId: 'RABC1234567890', kind: 'return', channel: 'upi' }]);
  });

  it.each([
    ['less', { totalPaise: 10_157_00 }, 'Today ₹10,030.00, ₹127.00 less than paying in full.'],
    ['the same', { totalPaise: 10_030_00 }, 'Today ₹10,030.00, the same as paying in full.'],
  ])('says how it differs from paying in full where it costs %s', async (_, more, words) => {
    open({ ...running, ...more, toPayPaise: more.totalPaise });

    const way = await screen.findByRole('radio', { name: /^Return this loan/ });
    expect(way.closest('label')?.textContent).toContain(words);
    await userEvent.click(way);
    await choose(/^Return this loan/);

    const sheet = within(screen.getByRole('dialog', { name: 'Return this loan' }));
    expect(
      sheet.getByText(/^Paying in full instead costs ₹[\d,.]+ today and counts as a repaid loan\./),
    ).toBeTruthy();
  });

  it('cannot be paid after the deadline', async () => {
    server.refuses(returnLoan, CODES.conflict, 'The days are over.');
    open(running);
    await chooseWay(/^Return this loan/);
    await choose(/^Return this loan/);
    await choose(/^Cancel the loan: pay back/);
    expect(await screen.findByText('The days are over.')).toBeTruthy();
    expect(paid()).toEqual([]);
  });
});
