import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPhone } from './phone.ts';

const outcome = (text: string): string => {
  const check = checkPhone(text);
  return check.ok ? check.value : check.fault;
};

// None of these numbers belongs to a person: they are patterns.
test.each([
  '9876543210',
  '+91 98765 43210',
  '91-98765-43210',
  '098765 43210',
  '+910 98765 43210',
  '+91(98765)43210',
  '+91 (987) 654-3210',
  '+91 (0) 98765 43210',
  '(+91) 98765.43210',
  '+(91) 98765 43210',
  '+ 91 98765 43210',
  '0091 98765 43210',
  '00910 9876543210',
  '0 91 98765 43210',
  '91 098765 43210',
  '+91\u00a098765\u201143210',
  '\u202a+91 98765 43210\u202c',
  '９８７６５４３２１０',
  '९८७६५४३२१०',
  '+९१ ९८७६५ ४३२१०',
  '+٩١ ٩٨٧٦٥ ٤٣٢١٠',
  'tel:+91-98765-43210',
  'https://wa.me/919876543210?text=hello',
  'Asha Verma: +91 98765 43210 (mobile)',
  'मोबाइल ९८७६५ ४३२१०',
  'BEGIN:VCARD VERSION:3.0 N:Verma;Asha;;; FN:Asha Verma TEL;TYPE=CELL:+91 98765 43210 REV:20260101T120000Z END:VCARD',
  'mobile 9876543210, home +91 98765 43210',
  '9876543210 / 09876543210',
])('%j is the number', (text) => expect(outcome(text)).toBe('9876543210'));

test.each([
  ['9198765432', '9198765432'],
  ['+91 9198765432', '9198765432'],
  ['09198765432', '9198765432'],
  ['', 'empty'],
  [' \u200b ', 'empty'],
  ['+9198240000123', 'format'],
  ['98765432100', 'format'],
  ['987654321', 'format'],
  ['+91 987654321', 'format'],
  ['+91 0987654321', 'format'],
  ['5876543210', 'format'],
  ['98765a3210', 'format'],
  ['9198765432 10abc', 'format'],
  ['N2609876543210', 'format'],
  ['9876543210x5', 'format'],
  ['98765 432¹0', 'format'],
  ['Asha', 'format'],
  ['+91', 'format'],
  ['9876543210 9123456780', 'format'],
  ['9'.repeat(5_000), 'format'],
  ['+1 (415) 555-2671', 'foreign'],
  ['+44 7911 123456', 'foreign'],
  ['0044 7911 123456', 'foreign'],
  ['+९७१ ५० १२३ ४५६७', 'foreign'],
  ['tel:+14155552671', 'foreign'],
  ['9876543210, 9123456780', 'several'],
  ['9876543210/11', 'several'],
  ['+91 98765 43210 +91 91234 56780', 'several'],
  ['Asha 98765 43210, Ravi 91234 56780', 'several'],
  ['+1 415 555 2671 or +91 98765 43210', 'several'],
])('%j is %s', (text, expected) => expect(outcome(text)).toBe(expected));

test('a number is never cut: one more digit at either end is refused or stays within the area code', () => {
  const number = fc.stringMatching(/^[6-9]\d{9}$/);
  fc.assert(
    fc.property(
      number,
      fc.constantFrom('', '+91', '91', '0', '0091'),
      fc.nat(9),
      (ten, code, digit) => {
        expect(outcome(`${code}${ten}`)).toBe(ten);
        expect(outcome(`${code}${ten}${digit}`)).not.toBe(ten);
        expect(outcome(`+91${ten}${digit}`)).toBe('format');
      },
    ),
  );
});

test('how its digits are written and parted makes no difference', () => {
  const number = fc.stringMatching(/^[6-9]\d{9}$/);
  const code = fc.constantFrom('', '+91', '+91 0', '91', '0', '0091 ');
  const parts = fc.array(fc.constantFrom('', ' ', '-', '.', '\u00a0', '\u200e', ' – '), {
    minLength: 10,
    maxLength: 10,
  });
  const zeros = fc.constantFrom(0x30, 0x660, 0x966, 0x9e6, 0xbe6, 0xe50, 0xff10);

  fc.assert(
    fc.property(number, code, parts, zeros, (ten, prefix, between, zero) => {
      const written = [...ten].map(
        (digit, at) => String.fromCodePoint(zero + Number(digit)) + (at < 9 ? between[at] : ''),
      );
      expect(outcome(`${prefix}${written.join('')}`)).toBe(ten);
    }),
  );
});
