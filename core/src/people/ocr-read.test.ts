import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { verhoeffDigit } from './identity-numbers.ts';
import { type DocumentKind, doubtfulFields, readOcrText } from './ocr-read.ts';

const panText = (pan: string) => `INCOME TAX DEPARTMENT GOVT. OF INDIA

Permanent Account Number Card
${pan}
Name
ROHAN MEHTA
Father's Name
SURESH K MEHTA
Date of Birth
03/11/1990 Signature`;

const frontText = `Government of India
y Farida lyer
DOB: 20/06/1979
FEMALE
9849 5672 0678
VID : 9112 3344 5566 7788
Aadhaar - Proof of identity`;

const backText = `Unique Identification Authority of India
Address:
D/O Joseph lyer, 51, Lake View Road,
Gomti Nagar, Lucknow, Uttar Pradesh
- 226070
9849 5672 0678
help@uidai.example`;

test('a PAN card gives its four fields', () => {
  expect(readOcrText([panText('ABCPM0721D')], 'panFront')).toEqual({
    outcome: 'read',
    fields: {
      pan: 'ABCPM0721D',
      name: 'ROHAN MEHTA',
      fatherName: 'SURESH K MEHTA',
      birthDay: '1990-11-03',
    },
    missing: [],
  });
});

test('the older PAN card without labels is read by its order', () => {
  const text =
    'INCOME TAX DEPARTMENT GOVT. OF INDIA\nROHAN MEHTA\nSURESH MEHTA\n16/07/1986\nPermanent Account Number\nABCPM0721D';
  expect(readOcrText([text], 'panFront')).toMatchObject({
    fields: {
      pan: 'ABCPM0721D',
      name: 'ROHAN MEHTA',
      fatherName: 'SURESH MEHTA',
      birthDay: '1986-07-16',
    },
  });
});

test('the older card is read by its order though a stroke of the day was read as a 1', () => {
  const text =
    'INCOME TAX DEPARTMENT\nROHAN MEHTA\nSURESH MEHTA\n16107/1986\nPermanent Account Number\nABCPM0721D';
  const fields = { name: 'ROHAN MEHTA', fatherName: 'SURESH MEHTA', birthDay: '1986-07-16' };
  expect(readOcrText([text], 'panFront')).toMatchObject({ fields });
});

test('a newer card without labels gives no name, since it may be the father’s', () => {
  const text = panText('ABCPM0721D').replace(/Name\n|Father's Name\n/g, '');
  expect(readOcrText([text.replace("Father's ", '')], 'panFront')).toMatchObject({
    missing: ['name', 'fatherName'],
  });
});

test.each([
  ['ABCPM0721D', 'ABCPM0721D'],
  ['ABCPMO721D', 'ABCPM0721D'],
  ['ABCPM07Z1D', 'ABCPM0721D'],
  ['A8CPM0721D', 'ABCPM0721D'],
  ['5BCPM07210', 'SBCPM0721O'],
  ['ABCPM O721D', 'ABCPM0721D'],
  ['ABCPMO0721D', 'ABCPM0721D'],
  ['ABCPI17771M', 'ABCPI7771M'],
  ['JALP14225]', 'JALPI4225J'],
  ['QVPPFA4521W', 'QVPPF4521W'],
  ['| ABCPM0721D .', 'ABCPM0721D'],
  ['ABCCM0721D', undefined],
  ['ABCDEFGHIJ', undefined],
  ['ABCPM0721', undefined],
])('the number read as %s is %s', (printed, pan) => {
  const reading = readOcrText([panText(printed)], 'panFront');
  expect(reading.outcome === 'read' ? reading.fields.pan : 'not read').toBe(pan);
  if (pan === undefined) expect(reading).toMatchObject({ missing: ['pan'] });
});

test('where passes differ, the reading that needed less mending wins, and the first pass names', () => {
  const reading = readOcrText([panText('A8CPMO721D'), panText('ABCPM0721D')], 'panFront');
  expect(reading).toMatchObject({ fields: { pan: 'ABCPM0721D', name: 'ROHAN MEHTA' } });
});

test.each([
  ["Name\nMANOj BANSAL\nFather's Name\nMANO) NAIR", 'MANOJ BANSAL', 'MANOJ NAIR'],
  ["ROHAN MEHTA\nFatt\ner's Name\nSURESH MEHTA", 'ROHAN MEHTA', 'SURESH MEHTA'],
  ["ROHAN MEHTA\nF pther's N ary\nSURESH MEHTA", 'ROHAN MEHTA', 'SURESH MEHTA'],
])('names are found in %j', (lines, name, fatherName) => {
  const text = `INCOME TAX DEPARTMENT\nPermanent Account Number Card\nABCPM0721D\n${lines}\nDate of Birth\n03/11/1990`;
  expect(readOcrText([text], 'panFront')).toMatchObject({ fields: { name, fatherName } });
});

test('an Aadhaar front gives its four fields; its virtual id is not taken for the number', () => {
  expect(readOcrText([frontText], 'aadhaarFront')).toEqual({
    outcome: 'read',
    fields: {
      aadhaar: '984956720678',
      name: 'Farida Iyer',
      birthDay: '1979-06-20',
      gender: 'female',
    },
    missing: [],
  });
});

test('an Aadhaar back gives number, address and PIN', () => {
  expect(readOcrText([backText], 'aadhaarBack')).toEqual({
    outcome: 'read',
    fields: {
      aadhaar: '984956720678',
      address: 'D/O Joseph Iyer, 51, Lake View Road, Gomti Nagar, Lucknow, Uttar Pradesh',
      pin: '226070',
    },
    missing: [],
  });
});

test('an Aadhaar number whose check digit fails is not given, unless another pass read it right', () => {
  const wrong = frontText.replace('0678', '0679');
  expect(readOcrText([wrong], 'aadhaarFront')).toMatchObject({
    outcome: 'read',
    missing: ['aadhaar'],
  });
  expect(readOcrText([wrong, frontText], 'aadhaarFront')).toMatchObject({
    fields: { aadhaar: '984956720678' },
  });
});

test.each([
  ['DOB: 20/06/1979', '1979-06-20'],
  ['DOB : 2O/O6/l979', '1979-06-20'],
  ['Date of Birth 20-06-1979', '1979-06-20'],
  ['DOB: 2010611979', '1979-06-20'],
  ['DOB: 29/02/1980', '1980-02-29'],
  ['DOB: 29/02/1981', undefined],
  ['DOB: 31/04/1981', undefined],
  ['DOB: 20/13/1981', undefined],
  ['Year of Birth: 1981', undefined],
  ['Issue Date: 04/05/2015\nDOB: 20/06/1979', '1979-06-20'],
  ['Issued 04/05/2015\nxx 20/06/1979', '1979-06-20'],
])('%j is the day %s', (line, day) => {
  const reading = readOcrText([frontText.replace('DOB: 20/06/1979', line)], 'aadhaarFront');
  expect(reading.outcome === 'read' ? reading.fields.birthDay : 'not read').toBe(day);
});

test.each<[string, string, DocumentKind, object]>([
  [
    'a PAN for an Aadhaar',
    panText('ABCPM0721D'),
    'aadhaarFront',
    { outcome: 'wrong_document', seen: 'panFront' },
  ],
  ['a front for a PAN', frontText, 'panFront', { outcome: 'wrong_document', seen: 'aadhaarFront' }],
  [
    'a front for a back',
    frontText,
    'aadhaarBack',
    { outcome: 'wrong_document', seen: 'aadhaarFront' },
  ],
  [
    'a back for a front',
    backText,
    'aadhaarFront',
    { outcome: 'wrong_document', seen: 'aadhaarBack' },
  ],
  [
    'a licence',
    'UNION OF INDIA\nDRIVING LICENCE\nDOB: 20/06/1979',
    'panFront',
    { outcome: 'wrong_document', seen: 'other' },
  ],
  ['a receipt', 'Total 420.00\nThank you', 'panFront', { outcome: 'unreadable' }],
  ['nothing', '', 'aadhaarBack', { outcome: 'unreadable' }],
])('%s is recognised', (_, text, kind, expected) => {
  expect(readOcrText([text], kind)).toEqual(expected);
});

const sureWords = (text: string, doubted = '') =>
  text.split(/\s+/).map((word) => ({ text: word, confidence: word === doubted ? 40 : 95 }));

const findDoubts = (kind: DocumentKind, passes: { text: string; doubted?: string }[]) => {
  const seen = passes.map(({ text, doubted }) => ({ text, words: sureWords(text, doubted) }));
  const reading = readOcrText(
    seen.map(({ text }) => text),
    kind,
  );

  return reading.outcome === 'read' ? doubtfulFields(reading.fields, seen, kind) : 'not read';
};

const back = backText.replace('lyer', 'Iyer');

test.each<[string, DocumentKind, { text: string; doubted?: string }[], string[]]>([
  ['all sure', 'panFront', [{ text: panText('ABCPM0721D') }], []],
  [
    'a doubted number',
    'panFront',
    [{ text: panText('ABCPM0721D'), doubted: 'ABCPM0721D' }],
    ['pan'],
  ],
  [
    'a doubted day',
    'panFront',
    [{ text: panText('ABCPM0721D'), doubted: '03/11/1990' }],
    ['birthDay'],
  ],
  [
    'two passes that differ',
    'panFront',
    [{ text: panText('ABCPM0721D') }, { text: panText('ABCPM0721D').replace('1990', '1980') }],
    ['birthDay'],
  ],
  ['a whole address', 'aadhaarBack', [{ text: back }], []],
  [
    'an address cut short',
    'aadhaarBack',
    [{ text: back.replace('Lucknow, Uttar Pradesh', 'Luckn') }],
    ['address'],
  ],
])('what a person should look at: %s', (_, kind, passes, fields) => {
  expect(findDoubts(kind, passes)).toEqual(fields);
});

test('for any text, a number that is read passes its check digit and nothing throws', () => {
  const scrap = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.stringMatching(/^[A-Z0-9|) ]{8,14}$/),
    fc.stringMatching(/^[0-9OIl ]{10,20}$/),
    fc.stringMatching(/^[0-9O]{2}\/[0-9O]{2}\/[0-9]{4}$/),
  );
  const kinds = fc.constantFrom<DocumentKind>('panFront', 'aadhaarFront', 'aadhaarBack');
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 12 }), kinds, (lines, kind) => {
      const reading = readOcrText([lines.join('\n')], kind);
      if (reading.outcome !== 'read') return;

      const { pan, aadhaar, pin } = reading.fields;
      if (pan !== undefined) expect(pan).toMatch(/^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/);
      if (aadhaar !== undefined) expect(verhoeffDigit(aadhaar.slice(0, 11))).toBe(aadhaar[11]);
      if (pin !== undefined) expect(pin).toMatch(/^[1-9]\d{5}$/);
    }),
    { numRuns: 500 },
  );
});

// Half a second; an expression that tries again at every place would need minutes.
test('a very long scrap of text is soon read through', () => {
  const text = `${'1 '.repeat(100_000)}\n${'A'.repeat(100_000)}\n${'9'.repeat(100_000)}`;
  for (const kind of ['panFront', 'aadhaarFront', 'aadhaarBack'] as const)
    expect(readOcrText([text], kind)).toEqual({ outcome: 'unreadable' });
});
