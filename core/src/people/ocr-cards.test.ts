import { expect, test } from 'vitest';
import { type DocumentKind, type OcrFields, readOcrText } from './ocr-read.ts';

// Invented people. A stroke between spaces is a new line.
const readFields = (kind: DocumentKind, text: string): OcrFields => {
  const reading = readOcrText([text.replaceAll(' / ', '\n')], kind);
  return reading.outcome === 'read' ? reading.fields : {};
};

const pan = (lines: string): OcrFields =>
  readFields(
    'panFront',
    `INCOME TAX DEPARTMENT GOVT. OF INDIA / Permanent Account Number Card / ABCPC1234E / ${lines} / Date of Birth / 01/02/1980`,
  );

test.each([
  ["CATHERINE THOMAS / Father's Name / GEORGE THOMAS", 'CATHERINE THOMAS', 'GEORGE THOMAS'],
  ["ESTHER RANI / Father's Name / LUTHER MATHER", 'ESTHER RANI', 'LUTHER MATHER'],
  ["HEATHER DSOUZA / Father's Name / FATHIMUTHU DSOUZA", 'HEATHER DSOUZA', 'FATHIMUTHU DSOUZA'],
  ["Name / FATHIMA BEEVI / Father's Name / ABDUL FATHAH", 'FATHIMA BEEVI', 'ABDUL FATHAH'],
  ["MARIA D'SOUZA / Father's Name / JOHN D'SILVA", "MARIA D'SOUZA", "JOHN D'SILVA"],
  ["Name / THERESA D'SA / Father's Name / MATHEW D'SA", "THERESA D'SA", "MATHEW D'SA"],
  ['Name / CATHERINE THOMAS / FATHER NAME / GEORGE THOMAS', 'CATHERINE THOMAS', 'GEORGE THOMAS'],
  ["NAME / CATHERINE THOMAS / FATHER'S NAME / GEORGE THOMAS", 'CATHERINE THOMAS', 'GEORGE THOMAS'],
  ['CATHERINE THOMAS / FATHERS NAME / GEORGE THOMAS', 'CATHERINE THOMAS', 'GEORGE THOMAS'],
  ['CATHERINE THOMAS / Fat er Name / GEORGE THOMAS', 'CATHERINE THOMAS', 'GEORGE THOMAS'],
  ['CATHERINE THOMAS / Falhers Narne / GEORGE THOMAS', 'CATHERINE THOMAS', 'GEORGE THOMAS'],
  ["CATHERINE THOMAS / Fathe1's Nam / GEORGE THOMAS", 'CATHERINE THOMAS', 'GEORGE THOMAS'],
  ["Nane / CATHERINE THOMAS / Fathor's Name / GEORGE THOMAS", 'CATHERINE THOMAS', 'GEORGE THOMAS'],
  [
    "ATH / Name / CATHERINE THOMAS / flan 7 / Father's Name / GEORGE THOMAS",
    'CATHERINE THOMAS',
    'GEORGE THOMAS',
  ],
  [
    "नाम/Name / CATHERINE THOMAS / पिता का नाम/Father's Name / GEORGE THOMAS",
    'CATHERINE THOMAS',
    'GEORGE THOMAS',
  ],
  [
    "नाम / Name / CATHERINE THOMAS / पिता का नाम / Father's Name / GEORGE THOMAS",
    'CATHERINE THOMAS',
    'GEORGE THOMAS',
  ],
  ["नाम / Name / पिता का नाम / Father's Name / GEORGE THOMAS", undefined, 'GEORGE THOMAS'],
  [
    "CATHERINE THOMAS / पिता का नाम / Father's Name / GEORGE THOMAS",
    'CATHERINE THOMAS',
    'GEORGE THOMAS',
  ],
  ['नाम / CATHERINE THOMAS / पिता का नाम / GEORGE THOMAS', 'CATHERINE THOMAS', 'GEORGE THOMAS'],
  ['CATHERINE THOMAS / पिता का नाम / GEORGE THOMAS', 'CATHERINE THOMAS', 'GEORGE THOMAS'],
  ['Name / CATHERINE THOMAS / Xk Name / GEORGE THOMAS', 'CATHERINE THOMAS', 'GEORGE THOMAS'],
  // A label is there, its name is not: the other person's is not given instead.
  ["Name / Father's Name / GEORGE THOMAS", undefined, 'GEORGE THOMAS'],
  ["NAME / FATHER'S NAME / GEORGE THOMAS", undefined, 'GEORGE THOMAS'],
  ["Father's Name / GEORGE THOMAS", undefined, 'GEORGE THOMAS'],
  ["Name / CATHERINE THOMAS / Father's Name", 'CATHERINE THOMAS', undefined],
  ['Name / CATHERINE THOMAS / GEORGE THOMAS', 'CATHERINE THOMAS', undefined],
  ["Name / CATHERINE THOMAS / Mother's Name / MARY THOMAS", 'CATHERINE THOMAS', undefined],
  ["CATHERINE THOMAS / Mother's Name / MARY THOMAS", 'CATHERINE THOMAS', undefined],
  ['CATHERINE THOMAS / GEORGE THOMAS', undefined, undefined],
  // Half of the father's label may have been lost.
  ['CATHERINE THOMAS / Name / GEORGE THOMAS', undefined, undefined],
  // Names with the letters of the card's own words.
  ["Name / GOVIND CARDOZO / Father's Name / DOBHAL DATE", 'GOVIND CARDOZO', 'DOBHAL DATE'],
  ["Name / JASON D'SOUZA / Father's Name / FERNANDO B", "JASON D'SOUZA", 'FERNANDO B'],
])('a PAN card with %j is of %s, child of %s', (lines, name, fatherName) => {
  const read = pan(lines);
  expect([read.name, read.fatherName]).toEqual([name, fatherName]);
  expect(read).toMatchObject({ pan: 'ABCPC1234E', birthDay: '1980-02-01' });
});

test.each([
  ["CATHERINE THOMAS / MARIA D'SOUZA", 'CATHERINE THOMAS', "MARIA D'SOUZA"],
  ['GOVIND RAM / ESTHER MATHER', 'GOVIND RAM', 'ESTHER MATHER'],
  // One name alone is the holder's or the father's.
  ['CATHERINE THOMAS', undefined, undefined],
])('the older PAN card with %j', (names, name, fatherName) => {
  const text = `INCOME TAX DEPARTMENT GOVT. OF INDIA / ${names} / 01/02/1980 / Permanent Account Number / ABCPC1234E`;
  const read = readFields('panFront', text);
  expect([read.name, read.fatherName]).toEqual([name, fatherName]);
});

const front = (lines: string): OcrFields =>
  readFields('aadhaarFront', `Government of India / ${lines} / Female / 2345 6789 0124`);

test.each([
  'Father : SURESH KUMAR',
  'Husband : SURESH KUMAR',
  'Mother : SUNITA DEVI',
  'Guardian: SURESH KUMAR',
  'Spouse : SURESH KUMAR',
  "Father's Name: SURESH KUMAR",
  "Husband's Name SURESH KUMAR",
  'Father Name - SURESH KUMAR',
  'FATHER SURESH KUMAR',
  'Fathar : SURESH KUMAR',
  'Fatner: Suresh Kumar',
  'Husbend : Suresh Kumar',
  'Hu5band ; Suresh Kumar',
  'Father : / Suresh Kumar',
  'Husband / SURESH KUMAR',
  'S/O: Suresh Kumar',
  'S/O Suresh Kumar',
  'W/O : Suresh Kumar',
  'D/O Suresh Kumar',
  'C/O: Suresh Kumar',
  'H/O: Suresh Kumar',
  's/o Suresh Kumar',
  'S/0 Suresh Kumar',
  '5/O Suresh Kumar',
  'S /O Suresh Kumar',
  'SIO: Suresh Kumar',
  'WIO Suresh Kumar',
  'DO: Suresh Kumar',
  'Wife of Suresh Kumar',
  'Daughter of: Suresh Kumar',
  'Care of Suresh Kumar',
  'W/O / Suresh Kumar',
  'पिता: सुरेश कुमार / Father: SURESH KUMAR',
  'पति : SURESH KUMAR',
  'S.O. Suresh Kumar',
  'W.O. Suresh Kumar',
  'D.O. Suresh Kumar',
  'Fathe / Suresh Kumar',
  'Husban / SURESH KUMAR',
  'पिता SURESH KUMAR / D/O: SURESH KUMAR',
  'தந்தை: Suresh Kumar',
  'F/O: Suresh Kumar',
  'M/O Suresh Kumar',
  'S-O Suresh Kumar',
  'S/OSuresh Kumar',
  'Son/o Suresh Kumar',
  'Wifeof Suresh Kumar',
  'W of Suresh Kumar',
  'Ward of Suresh Kumar',
  'F. Name: Suresh Kumar',
  '8/O Suresh Kumar',
  '$/O: Suresh Kumar',
  'WJO Suresh Kumar',
  'Slo Suresh Kumar',
  'wlo: Suresh Kumar',
  'Wio Suresh Kumar',
])('the name on a card is the holder’s, not that of %j', (relation) => {
  expect(front(`Anita Kumari / ${relation} / Year of Birth : 1985`).name).toBe('Anita Kumari');
  expect(front(`Anita Kumari / ${relation} / DOB: 09/11/1988`).name).toBe('Anita Kumari');
  expect(front(`${relation} / DOB: 09/11/1988`).name).toBeUndefined();
});

test.each([
  ['Anita Kumari D/O Suresh Kumar / DOB: 09/11/1988', 'Anita Kumari'],
  ['Anita Kumari, Wife of Suresh Kumar / DOB: 09/11/1988', 'Anita Kumari'],
  ['Name: Anita Kumari / Father : Suresh / DOB: 09/11/1988', 'Anita Kumari'],
  ['नाम : / Anita Kumari / DOB: 09/11/1988', 'Anita Kumari'],
  ['Anita Kumari Father Suresh Kumar / DOB: 09/11/1988', 'Anita Kumari'],
  ['Anita Kumari Husband: SURESH KUMAR / DOB: 09/11/1988', 'Anita Kumari'],
  ['Do Rosario Maria / DOB: 09/11/1988', 'Do Rosario Maria'],
  // A lost or damaged label leaves two names.
  ['Anita Kumari / Suresh Kumar / DOB: 09/11/1988', undefined],
  ['Anita Kumari / SURESH KUMAR / DOB: 09/11/1988', undefined],
  ['ANITA KUMARI / SURESH KUMAR / DOB: 09/11/1988', undefined],
  ['ANITA KUMARI / SO SURESH KUMAR / DOB: 09/11/1988', undefined],
  ['K. R. Suresh / K. Ramaswamy / DOB: 09/11/1988', undefined],
  ['K. R. Suresh / S/O K. Ramaswamy / DOB: 09/11/1988', 'K. R. Suresh'],
  ['ANITA KUMARI / W/O SURESH KUMAR / DOB: 09/11/1988', 'ANITA KUMARI'],
  ['Anita Kumari / SO Suresh Kumar / DOB: 09/11/1988', undefined],
  ['Anita Kumari / Sio Suresh Kumar / DOB: 09/11/1988', undefined],
  ['Anita / SO Suresh Kumar / DOB: 09/11/1988', undefined],
  ['Wilson O Brien / Husband: Dharam Name / DOB: 09/11/1988', 'Wilson O Brien'],
  ['wR Gar / Anita Kumari / D.O.B: 09/11/1988', 'Anita Kumari'],
  ['Catherine Fathima / DOB: 09/11/1988', 'Catherine Fathima'],
  ['Esther Mather / Husband: Luther Mather / DOB: 09/11/1988', 'Esther Mather'],
  ['Ramesh Dobhal / DOB: 09/11/1988', 'Ramesh Dobhal'],
  ['Ramesh Dobhal / S/O: Mahesh Dobhal / Year of Birth : 1985', 'Ramesh Dobhal'],
  ['Govind Date / DOB: 09/11/1988', 'Govind Date'],
  ['Anne-Marie Jose / DOB: 09/11/1988', 'Anne-Marie Jose'],
  ['Jason Thomas / DOB: 09/11/1988', 'Jason Thomas'],
  ['Fernando B / DOB: 09/11/1988', 'Fernando B'],
  ['Kissun Lal / S/O: Mason Lal / DOB: 09/11/1988', 'Kissun Lal'],
  ['Sio Thomas / DOB: 09/11/1988', 'Sio Thomas'],
  ['गणपति राव / Ganapati Rao / DOB: 09/11/1988', 'Ganapati Rao'],
  ['Anita Kumari / 1988 / FEMALE', 'Anita Kumari'],
])('a card with %j is of %s', (lines, name) => {
  expect(front(lines).name).toBe(name);
});

test.each([
  ['Issue Date: 12/05/2015 / Rahul Kumar Sharma / DOB: 09/11/1988', '1988-11-09'],
  ['lssue Date: 12/05/2015 / Rahul Kumar Sharma / DOB: 09/11/1988', '1988-11-09'],
  ['Issue Date / 12/05/2015 / Rahul Kumar Sharma / DOB: 09/11/1988', '1988-11-09'],
  ['Issue Date: 12/05/2015 / Rahul Kumar Sharma / Date of Birth / 09/11/1988', '1988-11-09'],
  ['Issue Date: 12/05/2015 / Rahul Kumar Sharma / xx: 09/11/1988', '1988-11-09'],
  ['Download Date: 12/05/2015 / Rahul Kumar Sharma / जन्म तिथि: 09/11/1988', '1988-11-09'],
  ['जारी करने की तिथि: 12/05/2015 / Rahul Kumar Sharma / जन्म तिथि/DOB: 09/11/1988', '1988-11-09'],
  ['Rahul Kumar Sharma / Print Date: 12/05/1985 / DOB: 09/11/1988', '1988-11-09'],
  ['Rahul Kumar Sharma / Issue Date: 12/05/2015 DOB: 09/11/1988', '1988-11-09'],
  ['Enrolment Date: 12/05/2015 / Rahul Kumar Sharma / D.O.B: 09/11/1988', '1988-11-09'],
  ['Generation Date: 12/05/2015 / Rahul Kumar Sharma / Date of Bith: 09/11/1988', '1988-11-09'],
  ['Aadhaar no. issued: 12/05/2015 / Rahul Kumar Sharma / D0B 09-11-1988', '1988-11-09'],
  ['Details as on: 12/05/2015 / Rahul Kumar Sharma / DOB: 0911111988', '1988-11-09'],
  ['Issue Date: 12/05/2015 / Rahul Kumar Sharma / Year of Birth : 1988', undefined],
  ['Issue Date: 12/05/2015 / Rahul Kumar Sharma / YOB: 1988', undefined],
  ['12/05/2015 / Rahul Kumar Sharma / Year of Birth : 1988', undefined],
  ['Rahul Kumar Sharma / Download Date: 12/05/2015', undefined],
])('with %j the birth line is found by its label', (lines, birthDay) => {
  const read = front(lines);
  expect([read.name, read.birthDay]).toEqual(['Rahul Kumar Sharma', birthDay]);
});

const back = (lines: string) => {
  const { address, pin } = readFields(
    'aadhaarBack',
    `Unique Identification Authority of India / ${lines} / 2345 6789 0124 / help@uidai.example`,
  );
  return { address, pin };
};

const NOIDA = 'Sector 18, Noida, Gautam Buddha Nagar';

test.each([
  [
    `C/O Ram Prasad, Plot 452310, / ${NOIDA}, / Uttar Pradesh - 201301`,
    `C/O Ram Prasad, Plot 452310, ${NOIDA}, Uttar Pradesh`,
    '201301',
  ],
  [
    `S/O Ram, H.No. 110045, / ${NOIDA}, Uttar Pradesh, 201301`,
    `S/O Ram, H.No. 110045, ${NOIDA}, Uttar Pradesh`,
    '201301',
  ],
  [
    `Survey No 452 310, / ${NOIDA}, / Uttar Pradesh 201 301`,
    `Survey No 452 310, ${NOIDA}, Uttar Pradesh`,
    '201301',
  ],
  [
    `House 452310/2, ${NOIDA}, / Uttar Pradesh, India - 201301`,
    `House 452310/2, ${NOIDA}, Uttar Pradesh, India`,
    '201301',
  ],
  [
    `Khasra 452310, ${NOIDA}, / Uttar Pradcsh - 201301`,
    `Khasra 452310, ${NOIDA}, Uttar Pradcsh`,
    '201301',
  ],
  [`452310, ${NOIDA}, / Uttar Pradesh - 2O13O1`, `452310, ${NOIDA}, Uttar Pradesh`, '201301'],
  [
    `Plot 452310, ${NOIDA} / 201301, Uttar Pradesh`,
    `Plot 452310, ${NOIDA}, Uttar Pradesh`,
    '201301',
  ],
  [
    `Plot 452310, Noida - 201301, / Gautam Buddha Nagar, Uttar Pradesh`,
    'Plot 452310, Noida, Gautam Buddha Nagar, Uttar Pradesh',
    '201301',
  ],
  [`Plot 452310, ${NOIDA}, / PIN Code: 201301`, `Plot 452310, ${NOIDA}`, '201301'],
  [
    `Plot 452310, ${NOIDA}, Uttar Pradesh / PIN - 201301`,
    `Plot 452310, ${NOIDA}, Uttar Pradesh`,
    '201301',
  ],
  [`Flat 452310, / ${NOIDA} - 201301`, `Flat 452310, ${NOIDA}`, '201301'],
  [`A-452310, ${NOIDA}, UP-201301`, `A-452310, ${NOIDA}, UP`, '201301'],
  [
    `#452310, 12 Delhi Road, Meerut, / Uttar Pradesh - 250 002`,
    '#452310, 12 Delhi Road, Meerut, Uttar Pradesh',
    '250002',
  ],
  [
    `S/O Ram, 452310, ${NOIDA}, Uttar Pradesh`,
    `S/O Ram, 452310, ${NOIDA}, Uttar Pradesh`,
    undefined,
  ],
  ['S/O Ram Lal Rampur - 201301', 'S/O Ram Lal Rampur', '201301'],
  [`C/O 56 APO, Army Camp - 900056`, 'C/O 56 APO, Army Camp', '900056'],
  [`Plot 452310, ${NOIDA}, Uttar Pradesh`, `Plot 452310, ${NOIDA}, Uttar Pradesh`, undefined],
  [
    `S/O Ram, 201302, ${NOIDA}, Uttar Pradesh`,
    `S/O Ram, 201302, ${NOIDA}, Uttar Pradesh`,
    undefined,
  ],
  [
    `S/O: Ram Lal 201302, ${NOIDA}, Uttar Pradesh`,
    `S/O: Ram Lal 201302, ${NOIDA}, Uttar Pradesh`,
    undefined,
  ],
  [
    `S/O Ram, Makan 201302, ${NOIDA}, Uttar Pradesh`,
    `S/O Ram, Makan 201302, ${NOIDA}, Uttar Pradesh`,
    undefined,
  ],
  [
    `S/O Ram, Sector 18, 201302, ${NOIDA}, Uttar Pradesh`,
    `S/O Ram, Sector 18, 201302, ${NOIDA}, Uttar Pradesh`,
    undefined,
  ],
  [`Society 201302, ${NOIDA}, Uttar Pradesh`, `Society 201302, ${NOIDA}, Uttar Pradesh`, undefined],
  [
    `S/O Ram, Gali 201302, ${NOIDA}, Uttar Pradesh`,
    `S/O Ram, Gali 201302, ${NOIDA}, Uttar Pradesh`,
    undefined,
  ],
  [
    `Dag No. 452310, Village Rampur, / Kamrup, Assam - 781 101 / 1947`,
    'Dag No. 452310, Village Rampur, Kamrup, Assam',
    '781101',
  ],
  [
    `12, MG Road, / Bengaluru, Karnataka - 560001 / P.O. Box No.1947, Bengaluru-560 002`,
    '12, MG Road, Bengaluru, Karnataka',
    '560001',
  ],
])('the address %j ends before its PIN code', (lines, address, pin) => {
  expect(back(`Address: / ${lines}`)).toEqual({ address, pin });
});

test.each([
  `Address : S/O Ram, ${NOIDA}`,
  `Adress: S/O Ram, ${NOIDA}`,
  `Addrcss: S/O Ram, ${NOIDA}`,
  `पता: S/O Ram, ${NOIDA}`,
  `पता/Address: S/O Ram, ${NOIDA}`,
  `S/O Ram, ${NOIDA}`,
])('an address that begins with %j is found', (first) => {
  const address = `S/O Ram, ${NOIDA}, Uttar Pradesh`;
  expect(back(`${first}, / Uttar Pradesh - 201301`)).toEqual({ address, pin: '201301' });
});
