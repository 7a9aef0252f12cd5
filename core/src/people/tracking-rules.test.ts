import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TRACKED_FIELDS, type TrackedField, toRecordedContent } from './tracking-rules.ts';

/** What each field's record says of its content: a field without a row does not compile. */
const SENT_CONTENT: Record<TrackedField, readonly [typed: string, sent: string]> = {
  listSearch: ['textiles', 'textiles'],
  bankSearch: ['state bank', '#10'],
  feedbackText: ['The page stays white.', '#21'],
  companyName: ['Example Works', '#13'],
  companyAddress: ['3 Example Road', ''],
  street: ['3 Example Road', ''],
  locality: ['Kothrud', ''],
  district: ['Pune', ''],
  pin: ['411038', ''],
  stateSearch: ['maha', ''],
  email: ['asha@mail.example', ''],
  identityName: ['Asha Example', ''],
  pan: ['ABCPX1234Z', ''],
  contactName: ['Ramesh Example', ''],
  contactPhone: ['9000000011', ''],
  holderName: ['Asha Example', ''],
  accountNo: ['123456789012', ''],
  ifsc: ['HDFC0000001', ''],
  utr: ['SBIN126112400001', ''],
  paidAmount: ['10,160.15', ''],
};

test.each(TRACKED_FIELDS)('%s', (idName) => {
  const [typed, sent] = SENT_CONTENT[idName];
  expect(toRecordedContent(idName, typed)).toBe(sent);
});

test.each([
  ['a number', '9000000011', '#10'],
  ['a number in parts', 'call 90 00-00', '#13'],
  ['a number in Devanagari', 'मेरा ९०००', '#9'],
  ['an address of mail', 'asha@mail', '#9'],
  ['more than a search', 'x'.repeat(101), '#101'],
  ['three digits', 'route 101', 'route 101'],
  ['letters of two code units', '𝒳𝒴', '𝒳𝒴'],
  ['nothing', '', ''],
])('words of a search that are %s', (_, typed, sent) => {
  expect(toRecordedContent('listSearch', typed)).toBe(sent);
});

test.each(['password', 'otpCode', '', 'constructor', '__proto__', 'LISTSEARCH'])(
  'a field not declared records nothing: %s',
  (idName) => {
    expect(toRecordedContent(idName, 'anything')).toBe('');
  },
);

test('applied twice, the rule changes nothing: the server applies it to what the app has filtered', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TRACKED_FIELDS),
      fc.string({ unit: 'grapheme' }),
      (idName, typed) => {
        const sent = toRecordedContent(idName, typed);
        expect(toRecordedContent(idName, sent)).toBe(sent);
      },
    ),
  );
});
