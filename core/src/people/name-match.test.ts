import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskName, matchAccountNames, matchNames, nameKey } from './name-match.ts';

// Invented names.
test.each([
  ['Asha Verma', 'ASHA VERMA', 'match'],
  ['Asha Verma', 'Verma Asha', 'match'],
  ['Asha Verma', 'Ms. Asha Verma', 'match'],
  ['A Verma', 'Asha Verma', 'partial'],
  ['Verma A K', 'Asha Kumari Verma', 'match'],
  ['A Verma', 'Ravi Verma', 'mismatch'],
  ['S Venkataraman', 'Suresh Venkataraman', 'match'],
  ['Asha K. Verma', 'Asha Kumari Devi Verma', 'match'],
  ['Asha Rani Verma', 'Asha Verma', 'match'],
  ['Ram Chandra Rao', 'Ramchandra Rao', 'match'],
  ["Maria D'Souza", 'Maria DSouza', 'match'],
  ['José Pinto', 'Jose Pinto', 'match'],
  ['R Subramaniam', 'Subramaniam R', 'match'],
  ['Lakshmi', 'Lakshmi', 'match'],
  ['Lakshmi', 'Lakshmi Narayan', 'partial'],
  ['Asha Verma', 'Asha Sharma', 'partial'],
  ['Asha Verma', 'Nisha Verma', 'mismatch'],
  ['Asha Devi', 'Lakshmi Devi', 'mismatch'],
  ['Rahul Kumar', 'Sanjay Kumar', 'mismatch'],
  ['Rahul Kumar Singh', 'Sanjay Kumar Singh', 'mismatch'],
  ['Kumar Singh', 'Rahul Kumar Singh', 'mismatch'],
  ['Rahul Kumar', 'Rahul Kumar Singh', 'match'],
  ['Irfan Khan', 'Mohammed Irfan Khan', 'match'],
  ['Ravi Pillai', 'Asha Ravi Pillai', 'partial'],
  ['Singh Kumar', 'Kumar Singh', 'match'],
  ['Devi', 'Devi', 'match'],
  ['Devi', 'Asha Devi', 'mismatch'],
  ['Asha Verma', 'Ravi Kumar', 'mismatch'],
  ['A V', 'Asha Verma', 'mismatch'],
  ['', 'Asha Verma', 'mismatch'],
  ['...', 'Asha Verma', 'mismatch'],
] as const)('%s and %s: %s', (a, b, expected) => expect(matchNames(a, b)).toBe(expected));

test.each([
  // Written apart or together, though a part looks like a title.
  ['SRI LAKSHMI REDDY', 'Srilakshmi Reddy', 'match'],
  ['SRI DEVI', 'SRIDEVI', 'match'],
  ['SRI RAM KUMAR', 'SRIRAM KUMAR', 'match'],
  ['Shri Ram Kumar', 'SRIRAM KUMAR', 'match'],
  ['KUMAR SRIRAM', 'SRI RAM KUMAR', 'match'],
  ['SREE DEVI', 'SHRIDEVI', 'match'],
  ['SMT SRI DEVI', 'SRIDEVI', 'match'],
  ['SRI DEVI NAIR', 'NAIR SRIDEVI', 'match'],
  ['JAYA SHREE IYER', 'JAYASHREE IYER', 'match'],
  ['DO ROSARIO MARIA', 'MARIA DOROSARIO', 'match'],
  ['M S DHILLON', 'MS DHILLON', 'match'],
  ['SRIDEVI', 'SRI DEVI KUMARI', 'match'],
  // The same words as titles.
  ['SHRI RAVI KUMAR', 'RAVI KUMAR', 'match'],
  ['KUM. ASHA VERMA', 'ASHA VERMA', 'match'],
  ['KM ASHA VERMA', 'VERMA ASHA', 'match'],
  ['Shrimati Asha Verma', 'ASHA VERMA', 'match'],
  ['SRI DEVI', 'DEVI', 'partial'],
  // The holder is dead: a person looks.
  ['LATE RAMESH VERMA', 'RAMESH VERMA', 'partial'],
  ['RAMESH VERMA (LATE)', 'RAMESH VERMA', 'partial'],
  ['LATE RAM SINGH', 'RAM SINGH', 'mismatch'],
  ['LATE RAVI KUMAR', 'LATE RAVI KUMAR', 'match'],
  ['SRI VARMA', 'RAVI VARMA', 'mismatch'],
  ['SRI RAMESH', 'SRI SURESH', 'mismatch'],
  ['SRI A B', 'SRI ASHA BANO', 'mismatch'],
  ['SRIDEVI REDDY', 'LAKSHMI DEVI REDDY', 'mismatch'],
  ['SMT DEVI', 'SRIDEVI', 'mismatch'],
  // Another order, joined.
  ['RAVI KUMAR M', 'M RAVIKUMAR', 'match'],
  ['RAVI KUMAR M', 'RAVIKUMAR M', 'match'],
  ['RAVI KUMARM', 'M RAVIKUMAR', 'match'],
  ['SURESH KUMAR', 'KUMAR SURESH', 'match'],
  ['K. VENKATESH', 'VENKATESH K', 'match'],
  ['VENKATA RAMANA REDDY K', 'K REDDY VENKATARAMANA', 'match'],
  ['RAVIKUMAR', 'RAVI KUMAR SINGH', 'match'],
  ['VENKATA SURESH BABU', 'VENKATASURESH', 'match'],
  ['RAVI KUMAR M', 'N RAVIKUMAR', 'partial'],
  // A second name joined in one and left out in the other.
  ['RAMESHBHAI PATEL', 'PATEL RAMESH', 'match'],
  ['RAVIKUMAR SHARMA', 'RAVI SHARMA', 'match'],
  ['SUNITADEVI', 'SUNITA', 'partial'],
  ['RAMESHBHAI PATEL', 'SURESHBHAI PATEL', 'mismatch'],
  ['ASHARAM YADAV', 'ASHA YADAV', 'mismatch'],
  ['SRIDEVI RAO', 'SRI RAO', 'mismatch'],
  ['RAVI KUMAR', 'RAJKUMAR', 'mismatch'],
  ['RAVI KUMAR', 'RAVIKUMARI', 'partial'],
  // Initials joined to each other or to the name.
  ['K R SURESH', 'KRSURESH', 'match'],
  ['K.R.SURESH', 'SURESH KR', 'match'],
  ['SURESH K R', 'KRSURESH', 'match'],
  ['KRSURESH BABU', 'SURESH BABU K R', 'match'],
  ['AK VERMA', 'VERMA A K', 'match'],
  ['A K VERMA', 'AK SHARMA', 'mismatch'],
  ['KR SURESH', 'K R RAMESH', 'mismatch'],
  ['KR SURESH', 'KR RAMESH', 'mismatch'],
  ['MD IRFAN', 'MD ARIF', 'mismatch'],
  ['K R SURESH', 'KRSUREKHA', 'mismatch'],
  // One name, shortened or spelt otherwise; or initials.
  ['MD IRFAN', 'MOHAMMAD IRFAN', 'match'],
  ['Mohd. Irfan Khan', 'MUHAMMED IRFAN KHAN', 'match'],
  ['MD IRFAN', 'MOHD ARIF', 'mismatch'],
  ['MOHD KHAN', 'MD KHAN', 'match'],
  ['MD KHAN', 'MOHAMMAD IRFAN KHAN', 'mismatch'],
  ['M IRFAN', 'MD IRFAN', 'match'],
  ['M D SHARMA', 'MD SHARMA', 'match'],
  ['MAHMOOD IRFAN', 'MOHAMMAD IRFAN', 'partial'],
  // Surnames written together are still surnames.
  ['RAHUL KUMARSINGH', 'SANJAY KUMAR SINGH', 'mismatch'],
  ['KUMARSINGH', 'RAHUL KUMAR SINGH', 'mismatch'],
  // A relation's name is another person's.
  ['RAVI VERMA S/O SURESH YADAV', 'RAVI VERMA', 'match'],
  ['RAVI VERMA S/O SURESH YADAV', 'SURESH YADAV', 'mismatch'],
  ['Asha Gupta, wife of Ravi Gupta', 'RAVI GUPTA', 'mismatch'],
  ['S/O RAVI', 'RAVI', 'mismatch'],
] as const)('%s and %s, apart or together, in any order: %s', (a, b, expected) => {
  expect(matchNames(a, b)).toBe(expected);
  expect(matchNames(b, a)).toBe(expected);
});

test('a name of very many words is soon compared', () => {
  const words = Array.from({ length: 12 }, (_, i) => 'A'.repeat(i + 1));
  expect(matchNames(words.join(' '), `${'A'.repeat(77)}B`)).toBe('mismatch');
  expect(matchNames('A '.repeat(50), 'AA '.repeat(33))).toBe('mismatch');
});

// Together with the next word such an end would read as another spelling of SRI: "Sre Eaa" is
// written "SreEaa".
const MAY_BECOME_SRI = /s(hr?e?|re?)?$/i;
const word = fc.stringMatching(/^[A-Z][a-z]{2,8}$/).filter((text) => !MAY_BECOME_SRI.test(text));
const name = fc.array(word, { minLength: 2, maxLength: 4 });

test('the order of the arguments and of the parts does not matter', () => {
  const turned = name.chain((parts) =>
    fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts, { minLength: parts.length })),
  );
  fc.assert(
    fc.property(turned, name, ([parts, shuffled], other) => {
      expect(matchNames(parts.join(' '), shuffled.join(' '))).toBe('match');
      expect(matchNames(parts.join(' '), shuffled.join(''))).toBe('match');
      expect(matchNames(parts.join(' '), other.join(' '))).toBe(
        matchNames(other.join(' '), parts.join(' ')),
      );
    }),
  );
});

test.each([
  ['the bank has the same name', 'Asha Verma', 'ASHA VERMA', 'match'],
  ['nobody asked the bank', 'Asha Verma', null, 'match'],
  ['the bank has an initial and a common surname', 'Asha Verma', 'A VERMA', 'partial'],
  ['the bank has nothing but initials', 'Asha Verma', 'A V', 'mismatch'],
  ['the bank has another', 'Asha Verma', 'RAVI KUMAR', 'mismatch'],
  ['the bank has a part', 'Asha Verma', 'ASHA', 'partial'],
  ['the bank has the surname alone', 'Asha Verma', 'VERMA', 'mismatch'],
  ['another was typed, the bank has the own', 'Ravi Kumar', 'ASHA VERMA', 'mismatch'],
  ['a part was typed, the bank has another', 'Verma', 'RAVI KUMAR', 'mismatch'],
] as const)('an account’s names: %s', (_, typed, atBank, expected) =>
  expect(matchAccountNames({ confirmed: 'Asha Verma', typed, atBank })).toBe(expected),
);

test.each([
  ['ASHA KUMAR', 'A**** K****'],
  ['A V', 'A V'],
  ["Maria D'Souza", 'M**** D S****'],
  ['  ravi  ', 'r****'],
  ['12345', ''],
  ['', ''],
])('%s is shown as %s', (name, shown) => expect(maskName(name)).toBe(shown));

test('a name is found by its key however it is written, and no other name is', () => {
  for (const written of ['Asha Verma', '  VERMA  asha ', 'Ms. Asha Verma', 'Áshá Verma'])
    expect(nameKey(written), written).toBe('ASHA VERMA');
  expect(nameKey('A Verma')).not.toBe(nameKey('Asha Verma'));
});
