import type { Language } from '@noren/contract/fields';
import { LOAN_TEXT_VERSION } from '@noren/contract/loan-words';
import type { Coupon } from '@noren/core/lending/coupon';
import { type KfsRow, makeKfs } from '@noren/core/lending/kfs';
import { priceLoan } from '@noren/core/lending/offer';
import { defaultProducts } from '@noren/core/lending/terms';
import { rupees } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import { sandboxLender } from '../borrower/public/app-config.ts';
import type { AccountStatement } from '../lending/documents/draw-account-statement.ts';
import type { AddendumData } from '../lending/documents/draw-addendum.ts';
import type { AgreementData } from '../lending/documents/draw-agreement.ts';
import type { ClosingData } from '../lending/documents/draw-closing.ts';
import type { KfsData } from '../lending/documents/draw-kfs.ts';
import type { ReceiptData } from '../lending/documents/draw-receipt.ts';

/** 11:30 on a Tuesday in India. */
const AT = Date.UTC(2026, 10, 24, 6);
const day = businessDay('2026-11-24');
const MARK = 'ab12'.repeat(16);

/** A stored key facts statement of ₹10,000 for 15 days. */
export function sampleKfs(language: Language, coupon?: Coupon): KfsData {
  const product = defaultProducts.find(({ code }) => code === 'N15');
  if (!product) throw new Error('no product N15');

  const quote = priceLoan({
    product,
    principal: rupees(10_000),
    startDay: day,
    ...(coupon && { coupon }),
  });
  const { lender, appGrievance } = sandboxLender;
  const kfs = makeKfs({
    proposalNo: 'NK261124ABCDEFGHJK',
    quote,
    product,
    lender: { ...lender, grievanceOfficer: lender.grievance },
  });
  const officer: KfsRow[] = (['Name', 'Phone', 'Email', 'Address'] as const).map((of) => ({
    id: `appGrievanceOfficer${of}`,
    kind: 'text',
    value: appGrievance[of.toLowerCase() as keyof typeof appGrievance],
  }));
  const sections = kfs.sections.map((one) =>
    one.id === 'part2' ? { ...one, rows: [...one.rows, ...officer] } : one,
  );

  return {
    kfs: { ...kfs, sections, language, textVersion: LOAN_TEXT_VERSION, madeAt: AT },
    kfsHash: MARK,
  };
}

const acceptedBy = (language: Language) => ({
  at: AT + 60_000,
  language,
  textVersion: LOAN_TEXT_VERSION,
  deviceId: '6b1f0c1e-2f0e-4b7d-9a34-1c2d3e4f5a6b',
  kfsHash: MARK,
});

/** The agreement made from it. */
export function sampleAgreement(language: Language, borrowerName = 'Asha Example'): AgreementData {
  return {
    ...sampleKfs(language),
    borrowerName,
    account: { ifsc: 'HDFC0000001', last4: '4321' },
    accepted: { repayId: 'N261124ABCDEFGHJK', by: acceptedBy(language) },
  };
}

const { name, cin, registrationNo } = sandboxLender.lender;
const order = {
  repayId: 'N261124ABCDEFGHJK',
  productName: 'Noren 15',
  principalPaise: 10_000_00,
  disbursedDay: '2026-11-24',
  dueDay: '2026-12-09',
  borrowerName: 'Asha Example',
  lender: { name, cin, registrationNo },
};

/** The receipt of a part payment on the fifth overdue day. */
export function sampleReceipt(language: Language): ReceiptData {
  return {
    order,
    language,
    at: Date.UTC(2026, 11, 14, 6),
    sequence: 2,
    amountPaise: 5_000_00,
    valueDay: '2026-12-14',
    channel: 'bank_transfer',
    reference: 'pay_Q1w2E3r4T5y6U7',
    utrLast4: '9876',
    allocation: {
      fees: 0,
      interest: 150_00,
      principal: 4_819_55,
      penal: 30_45,
      overpaid: 0,
      recovered: 0,
    },
    owedAfter: { principal: 5_180_45, interest: 0, penal: 0, fees: 0, writtenOff: 0, credit: 0 },
    isReversed: false,
  };
}

/** An account statement with every kind of journal. */
export function sampleAccountStatement(language: Language): AccountStatement {
  const moves = [
    ['disbursement', '2026-11-24', '2026-11-24', 10_000_00],
    ['interest', '2026-11-24', '2026-12-08', 150_00],
    ['fees', '2026-12-08', '2026-12-08', 177_00],
    ['payment', '2026-12-08', '2026-12-08', -327_00],
    ['interest', '2026-12-09', '2026-12-15', 70_00],
    ['payment', '2026-12-15', '2026-12-15', -11_000_00],
    ['chargeback', '2026-12-16', '2026-12-16', 1_000_00],
    ['penal', '2026-12-18', '2026-12-20', 3_00],
    ['waiver', '2026-12-20', '2026-12-20', -3_00],
    ['reversal', '2026-12-20', '2026-12-20', 12_00],
    ['refund', '2026-12-21', '2026-12-21', 5_00],
    ['write_off', '2026-12-22', '2026-12-22', -87_00],
  ] as const;
  let balancePaise = 0;
  const rows = moves.map(([what, fromDay, on, amountPaise], sequence) => {
    balancePaise += amountPaise;

    const channel = what === 'payment' ? 'upi' : null;
    return {
      what,
      fromDay,
      day: on,
      amountPaise,
      balancePaise,
      journalId: String(sequence),
      channel,
      isCoupon: false,
    };
  });

  return {
    order,
    language,
    at: Date.UTC(2026, 11, 22),
    asOfDay: '2026-12-22',
    netPaise: 9_646_00,
    rows,
    writtenOffPaise: 87_00,
    unpostedAccruals: [{ kind: 'interest', amountPaise: 1_00 }],
  };
}

/** The no-dues letter of a loan repaid in full. */
export function sampleClosing(language: Language): ClosingData {
  return {
    order,
    language,
    at: Date.UTC(2026, 11, 9),
    how: 'settled',
    closedDay: '2026-12-09',
    paidPaise: 10_150_00,
    creditPaise: 0,
  };
}

/** An accepted addendum for seven days. */
export function sampleAddendum(language: Language): AddendumData {
  const newDueDay = businessDay('2026-12-16');
  const [principal, interest, amount] = [rupees(10_000), rupees(80), rupees(10_080)];

  return {
    document: {
      addendumNo: 'NA261208ABCDEFGHJK',
      repayId: order.repayId,
      sections: [
        {
          id: 'change',
          rows: [
            { id: 'lender', kind: 'text', value: order.lender.name },
            { id: 'addendumNo', kind: 'text', value: 'NA261208ABCDEFGHJK' },
            { id: 'issuedDay', kind: 'day', value: businessDay('2026-12-08') },
            { id: 'oldDueDay', kind: 'day', value: businessDay('2026-12-09') },
            { id: 'newDueDay', kind: 'day', value: newDueDay },
          ],
        },
        { id: 'payNow', rows: [{ id: 'payNow', kind: 'paise', value: 317_00 }] },
        { id: 'payThen', rows: [{ id: 'payThen', kind: 'paise', value: amount }] },
        { id: 'apr', rows: [{ id: 'apr', kind: 'percent', value: 1_187_700 }] },
      ],
      schedule: [
        { number: 1, dueDay: newDueDay, outstanding: principal, principal, interest, amount },
      ],
      language,
      textVersion: LOAN_TEXT_VERSION,
      madeAt: Date.UTC(2026, 11, 8, 6),
    },
    hash: MARK,
    accepted: acceptedBy(language),
    isInForce: true,
  };
}
