import { kfsLabel, kfsValue } from '@noren/contract/kfs-value';
import { type Language, LANGUAGE_CODES as languages } from '@noren/contract/languages';
import { LOAN_TEXT_VERSION } from '@noren/contract/loan-words';
import { certificationCoupon } from '@noren/core/lending/coupon';
import { businessDay } from '@noren/core/money/time';
import { describe, expect, test, vi } from 'vitest';
import {
  sampleAccountStatement,
  sampleAddendum,
  sampleAgreement,
  sampleClosing,
  sampleKfs,
  sampleReceipt,
} from '../../testing/document-samples.ts';
import { type ReadPdf, readPdf } from '../../testing/pdf-text.ts';
import { CLAUSES, clauseNumber } from './clause-order.ts';
import { money } from './document-texts.ts';
import { drawAccountStatement } from './draw-account-statement.ts';
import { drawAddendum } from './draw-addendum.ts';
import { drawAgreement } from './draw-agreement.ts';
import { drawClosing } from './draw-closing.ts';
import { drawKfs, kfsTranslator } from './draw-kfs.ts';
import { drawReceipt } from './draw-receipt.ts';
import { HEADER_ROWS, KFS_FORM } from './kfs-form.ts';

const MARK = 'ab12'.repeat(16);

const kinds = {
  kfs: (of: Language) => drawKfs(sampleKfs(of)),
  agreement: (of: Language) => drawAgreement(sampleAgreement(of)),
  wording: (of: Language) =>
    drawAgreement({ ...sampleAgreement(of), account: null, accepted: null }),
  addendum: (of: Language) => drawAddendum(sampleAddendum(of)),
  receipt: (of: Language) => drawReceipt(sampleReceipt(of)),
  statement: (of: Language) => drawAccountStatement(sampleAccountStatement(of)),
  closing: (of: Language) => drawClosing(sampleClosing(of)),
};

const each = Object.keys(kinds).flatMap((kind) =>
  languages.map((of) => [kind as keyof typeof kinds, of] as const),
);

const readings = new Map<string, Promise<ReadPdf>>();

/** A rendered document, cached for all tests. */
function drawn(kind: keyof typeof kinds, of: Language): Promise<ReadPdf> {
  const known = readings.get(`${kind} ${of}`) ?? kinds[kind](of).then(readPdf);
  readings.set(`${kind} ${of}`, known);
  return known;
}

test('the same data gives the same bytes, whatever was drawn before', async () => {
  const draw = async () => {
    vi.resetModules();
    const { drawAgreement: redraw } = await import('./draw-agreement.ts');
    return (of: Language) => redraw(sampleAgreement(of));
  };
  const [one, other] = [await draw(), await draw()];
  const forwards = new Map<Language, Buffer>();

  for (const of of languages) forwards.set(of, await one(of));
  for (const of of languages.toReversed())
    expect((await other(of)).equals(forwards.get(of)!)).toBe(true);
  for (const of of languages) expect((await one(of)).equals(forwards.get(of)!)).toBe(true);
});

test('only agreements whose accepted wording says so mention reports to credit bureaus', async () => {
  const said = async (textVersion: string) => {
    const sample = sampleAgreement('en');
    const { pages } = await readPdf(
      await drawAgreement({ ...sample, kfs: { ...sample.kfs, textVersion } }),
    );
    return /credit (bureaus|information compan)/.test(pages.join(' ').replaceAll(/\s+/g, ' '));
  };

  expect([await said('2026-11'), await said('2026-11-2'), await said(LOAN_TEXT_VERSION)]).toEqual([
    true,
    true,
    false,
  ]);

  const closing = await readPdf(await drawClosing(sampleClosing('en')));
  expect(closing.pages.join(' ')).not.toMatch(/bureau/);
});

describe.each(each)('%s in %s', (kind, of) => {
  test('is a tagged A4 document with title, language and date', async () => {
    const read = await drawn(kind, of);
    expect(read.language).toBe(of);
    expect(read.title).toMatch(/[A-Z]{1,2}\d{6}ABCDEFGHJK/);
    expect(read.createdAt).toMatch(/^D:20261[12]\d\d/);
    expect([...read.roles]).toEqual(
      expect.arrayContaining(['Document', 'H1', 'P', 'Table', 'TR', 'TD']),
    );
  });

  test('has its number, hash and page number on every page', async () => {
    const { pages } = await drawn(kind, of);
    const say = kfsTranslator({ textVersion: '2026-11', language: of });

    for (const [index, page] of pages.entries()) {
      expect(page).toContain(say('form.page', { page: index + 1, of: pages.length }));
      expect(page).toMatch(/\b[0-9a-f]{64}\b/);
      expect(page).toMatch(/[A-Z]{1,2}\d{6}ABCDEFGHJK/);
    }
  });

  test('has no missing translations or glyphs', async () => {
    const { text, missingGlyphs } = await drawn(kind, of);
    expect(text).not.toMatch(/\b(docs|form|kfs|agreement|addendum)\.[a-z_]+/);
    expect(text).not.toMatch(/[{}\uFFFD]|undefined|NaN|\[object/);
    expect(missingGlyphs).toBe(0);
  });
});

test.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  '%s has the same bytes when rendered again',
  async (kind) => {
    for (const of of ['en', 'hi'] as const)
      expect((await kinds[kind](of)).equals(await kinds[kind](of))).toBe(true);
  },
);

const unbroken = (text: string) => text.replace(/\s/g, '');
/** Whether a text is in the document, ignoring line breaks. */
const contains = (read: ReadPdf, text: string) =>
  unbroken(`${read.text} ${read.alternatives}`).includes(unbroken(text));

describe('the KFS', () => {
  test.each(languages)('contains every row of the form in %s', async (of) => {
    const { kfs, kfsHash } = sampleKfs(of);
    const read = await readPdf(await drawKfs({ kfs, kfsHash }));
    const say = kfsTranslator(kfs);

    for (const { rows } of kfs.sections)
      for (const row of rows) expect(contains(read, kfsValue(row, say)), row.id).toBe(true);

    for (const { entries } of Object.values(KFS_FORM))
      for (const { title, rows = [] } of entries) {
        const words = title
          ? [say(title)]
          : kfs.sections
              .flatMap((section) => section.rows.filter(({ id }) => rows.includes(id)))
              .map((row) => kfsLabel(row, say));
        for (const word of words) expect(contains(read, word), word).toBe(true);
      }
  });

  test('has each row once in the form', () => {
    for (const { id, rows } of sampleKfs('en').kfs.sections) {
      const placed = [
        ...(id === 'part1' ? HEADER_ROWS : []),
        ...KFS_FORM[id].entries.flatMap((entry) => entry.rows ?? []),
      ];
      expect(placed.toSorted()).toEqual(rows.map((row) => row.id).toSorted());
    }
  });

  test('includes rows that the form does not list', async () => {
    const { kfs, kfsHash } = sampleKfs('en');
    const more = { id: 'stampDuty', kind: 'paise', value: 77_77 } as const;
    const sections = kfs.sections.map((one) =>
      one.id === 'part1' ? { ...one, rows: [...one.rows, more] } : one,
    );

    expect((await readPdf(await drawKfs({ kfs: { ...kfs, sections }, kfsHash }))).text).toContain(
      'stampDuty ₹77.77',
    );
  });

  test('shows the APR formula and the repayment schedule', async () => {
    const { text } = await readPdf(await drawKfs(sampleKfs('en')));
    expect(text).toContain('(₹10,150.00 − ₹9,646.00) ÷ ₹9,646.00 × 365 ÷ 15 = 127.14% a year');
    expect(text).toContain('1 09/12/2026 ₹10,000.00 ₹10,000.00 ₹150.00 ₹10,150.00');
  });

  test('shows the coupon discount', async () => {
    const coupon = { ...certificationCoupon(businessDay('2026-11-24')), id: 'a coupon' };
    const { text } = await readPdf(await drawKfs(sampleKfs('en', coupon)));
    expect(text).toContain('Discount on the fee ₹100.00');
    expect(text).toContain('Processing fee (once) ₹200.00');
  });

  test('refers to clauses by their numbers in the agreement', async () => {
    const { text } = await readPdf(await drawAgreement(sampleAgreement('en')));
    const [agents, complaints] = [clauseNumber('reminders'), clauseNumber('complaints')];

    expect(text).toContain(`Clause ${complaints} of the loan agreement`);
    expect(text).toContain(`None. Clause ${agents} of the loan agreement`);
    expect(text).toContain(`${agents}. Reminders and recovery`);
    expect(text).toContain(`${complaints}. Complaints`);
  });
});

describe('the agreement', () => {
  test('starts with the KFS, followed by every clause in order', async () => {
    const { text } = await readPdf(await drawAgreement(sampleAgreement('en')));
    const say = kfsTranslator(sampleKfs('en').kfs);
    const places = [
      say('form.title'),
      ...CLAUSES.map((clause) => `${clauseNumber(clause)}. ${say(`agreement.${clause}`)}`),
    ].map((title) => text.indexOf(title));

    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBe(0);
  });

  test('states the parties, the terms, the payout account and the acceptance', async () => {
    const { text } = await readPdf(await drawAgreement(sampleAgreement('en')));
    for (const words of [
      'The borrower is Asha Example.',
      'The lender lends you ₹10,000.00. The processing fee of ₹300.00 and GST of ₹54.00 are deducted from it, so you receive ₹9,646.00.',
      'ending 4321, IFSC HDFC0000001',
      'there is no charge for 2 days. After that a penal charge of 0.10% a day',
      'Within 3 days',
      'between 08:00 and 19:00',
      'within 30 days',
      'Accepted on 24/11/2026, 11:31 IST',
      '6b1f0c1e-2f0e-4b7d-9a34-1c2d3e4f5a6b',
      'In that case the lender keeps the processing fee and its GST.',
    ])
      expect(text).toContain(words);

    expect(text).not.toContain('not accepted yet');
  });

  test('is a draft before acceptance', async () => {
    const { text } = await readPdf(await kinds.wording('en'));
    expect(text).toContain('It is not accepted yet.');
    expect(text).not.toContain('Accepted on');
  });

  test('replaces letters of a name that no font covers', async () => {
    const read = await readPdf(await drawAgreement(sampleAgreement('en', 'ஆஷா Example')));
    expect(read.missingGlyphs).toBe(0);
    expect(read.text).toMatch(/The borrower is \uFFFD+ Example/);
  });
});

test('a receipt shows amount, channel, allocation and the remaining debt', async () => {
  const { text } = await readPdf(await drawReceipt(sampleReceipt('en')));
  for (const words of [
    'Received ₹5,000.00',
    'Still owed after this payment ₹5,180.45',
    'Paid via Bank transfer (NEFT, IMPS, RTGS)',
    'Reference pay_Q1w2E3r4T5y6U7',
    'last four 9876',
    'Interest ₹150.00 Principal ₹4,819.55 Penal charges ₹30.45 Total received ₹5,000.00',
    'N261124ABCDEFGHJK-R2',
  ])
    expect(text).toContain(words);

  const rows = await readPdf(await drawReceipt({ ...sampleReceipt('en'), isReversed: true }));
  expect(rows.text).toContain('This payment was reversed later');

  const lost = { ...sampleReceipt('en').owedAfter, principal: 0, writtenOff: 5_180_45 };
  const off = await readPdf(await drawReceipt({ ...sampleReceipt('en'), owedAfter: lost }));

  for (const words of [
    'Still owed after this payment ₹5,180.45',
    'Written off by the lender, still owed ₹5,180.45',
  ])
    expect(contains(off, words), words).toBe(true);
});

test('an account statement shows every movement with its balance, and the sums', async () => {
  const account = sampleAccountStatement('en');
  const read = await readPdf(await drawAccountStatement(account));

  for (const { balancePaise } of account.rows) expect(read.text).toContain(money(balancePaise));

  for (const words of [
    'Opening balance ₹0.00',
    'Loan paid out: ₹9,646.00 to you, ₹354.00 fee and GST deducted',
    'Interest, 24/11/2026 to 08/12/2026',
    'Payment, UPI',
    'Not recorded yet: Interest',
    'Closing balance on 22/12/2026 ₹1.00',
    'Paid by you -₹11,327.00',
    'Waived by the lender -₹3.00',
    'Written off by the lender -₹87.00',
    '₹87.00 of it was written off in the lender’s books: you still owe it',
  ])
    expect(contains(read, words), words).toBe(true);
});

test('a closing letter states that nothing is owed and names an overpayment', async () => {
  const { text } = await readPdf(await drawClosing({ ...sampleClosing('en'), creditPaise: 5_00 }));
  expect(text).toContain('was repaid in full on 09/12/2026');
  expect(text).toContain('Nothing is owed on it any more');
  expect(text).toContain('You overpaid ₹5.00');

  const returned = await readPdf(await drawClosing({ ...sampleClosing('en'), how: 'returned' }));
  expect(returned.text).toContain('returned in the cooling-off period on 09/12/2026');

  const waived = await readPdf(await drawClosing({ ...sampleClosing('en'), how: 'waived' }));
  expect(waived.text).toContain('was closed on 09/12/2026: the lender waived what was not paid');
});

test('an addendum shows its hash, its price and its acceptance', async () => {
  const { text } = await readPdf(await drawAddendum(sampleAddendum('en')));
  for (const words of [
    'You pay now ₹317.00',
    'You pay by 16/12/2026 ₹10,080.00',
    '118.77%',
    MARK,
    'Accepted on',
  ])
    expect(text).toContain(words);
});
