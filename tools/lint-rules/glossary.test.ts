import { describe, expect, test } from 'vitest';
import { checkGlossary, checkGlossaryNames } from './glossary.ts';
import { parseSource } from './source.ts';

const listReplacedWords = (path: string, text: string): (string | undefined)[] =>
  checkGlossary(path, text).map(({ message }) => /^"(.*)" was/.exec(message)?.[1]);

const listReplacedNames = (text: string): (string | undefined)[] =>
  checkGlossaryNames(parseSource('server/src/a.ts', text)).map(
    ({ message }) => /^"(.*)" was/.exec(message)?.[1],
  );

describe('a replaced word is found', () => {
  test.each([
    ['server/src/a.ts', 'const providerContradictions = [];', 'contradictions'],
    ['server/src/a.ts', '// The provider contradicts itself.', 'contradicts'],
    ['contract/src/a.ts', 'takenBackPaise: paise,', 'taken back'],
    ['server/src/a.ts', "notify({ kind: 'payment_taken_back' });", 'taken back'],
    ['server/src/a.ts', 'const TAKEN_BACK = 1;', 'taken back'],
    ['web/src/a.tsx', 't("pay.state_taken_back")', 'taken back'],
    ['core/src/a.ts', 'export type DebtMessage = string;', 'debt message'],
    ['server/src/a.ts', "addJob(tx, 'send-dues-message');", 'dues message'],
    ['contract/src/a.ts', "standing: z.enum(['confirmed']),", 'standing'],
    ['core/src/a.ts', 'const offerStandsDays = 7;', 'stands days'],
    ['web/src/a.tsx', 'export function VoucherForm() {}', 'voucher'],
    ['server/migrations/001_a.sql', "account not in ('unclaimed_receipts')", 'unclaimed receipts'],
    ['server/src/a.ts', "kind: 'receipt_claim',", 'receipt claim'],
    ['server/src/a.ts', 'type NoticeKind = string;', 'notice'],
    ['server/src/a.ts', "import { a } from './send-notice.ts';", 'notice'],
    ['server/src/a.ts', 'const messageId = 1;', 'message id'],
    ['server/src/a.ts', 'const valuesPlaceOf = 1;', 'values place'],
    ['server/src/a.ts', "what: 'taken_in'", 'taken in'],
    ['server/src/a.ts', 'const isTold = true;', 'told'],
    ['server/src/a.ts', 'await bringWebhook();', 'bring'],
    ['server/src/a.ts', 'type ArrivalLimits = 1;', 'arrival'],
    ['server/src/a.ts', 'await playStory();', 'story'],
    ['server/src/a.ts', 'export const houseId = 1;', 'house id'],
    ['contract/src/a.ts', 'export const sayPaid = 1;', 'say paid'],
    ['web/src/a.ts', 'needOffer();', 'need o'],
    ['docs/a.md', 'The borrower gets a notice.', 'notice'],
    ['CHANGELOG.md', 'Payments that were taken back.', 'taken back'],
    ['web/src/features/voucher-form.tsx', '', 'voucher'],
    ['web/src/i18n/en.json', '  "voucher.send": "Send the proof",', 'voucher'],
  ])('%s: %s', (path, text, word) => expect(listReplacedWords(path, text)).toContain(word));

  test('as the name of one thing', () =>
    expect(listReplacedNames('const told = hear(1); function bring() {}')).toEqual([
      'told',
      'hear',
      'bring',
    ]));

  test('on its line', () =>
    expect(checkGlossary('docs/a.md', 'one\ntwo\nA notice.')).toMatchObject([{ line: 3 }]));
});

describe('passes', () => {
  test.each([
    ['docs/a.md', 'The borrower is told of each charge, in the order of arrival, and asked again.'],
    ['docs/a.md', 'The principal outstanding; the payment history; the receipt of a payment.'],
    ['docs/specification.md', '| /upload-voucher | upload repayment proof |'],
    ['web/src/a.ts', "const PATHS = ['/upload-voucher'];"],
    ['core/src/a.ts', 'const heardFrom = outstanding.history;'],
    ['web/src/i18n/en.json', '  "login.sent": "You get a notice by SMS",'],
    ['server/src/a.test.ts', "test('a borrower is told', () => undefined);"],
  ])('%s: %s', (path, text) => expect(listReplacedWords(path, text)).toEqual([]));
});
