import {
  type CardParts,
  drawCard,
  type Line,
  printDay,
  type Square,
  spaced,
  wrapText,
} from './draw-card.ts';
import { inHindi } from './hindi-words.ts';
import { CLEAN, type PhotoVariant, photographCard } from './photo-variants.ts';
import type { SamplePerson } from './sample-person.ts';
import { rollDice } from './seeded.ts';

export const PAN_PAPER = { from: '#cfe4f0', to: '#dbe7dc', line: '#b4d0df' };
const AADHAAR_PAPER = { from: '#fdfcf8', to: '#faf5ea', line: '#f0e4d2' };

/** Positions of the codes on a drawn Aadhaar card. */
export const CODES_ON_CARD = {
  aadhaarFront: { x: 1010, y: 300, side: 200 },
  aadhaarBack: { x: 850, y: 205, side: 340 },
} as const satisfies Record<string, Square>;

/** A signed code is denser, and printed larger. */
const SIGNED_CODE: Square = { x: 820, y: 195, side: 400 };

export type PanPerson = Pick<SamplePerson, 'name' | 'fatherName' | 'birthDay' | 'pan'>;

/** The front of a PAN card as issued since 2017, marked as a specimen. */
export async function drawPan(person: PanPerson, variant: PhotoVariant = CLEAN): Promise<Buffer> {
  const blue = '#1b3a6b';
  const label = { size: 23, fill: '#3d4a63' };
  const card = await drawCard({
    paper: PAN_PAPER,
    photo: { x: 60, y: 178, width: 190 },
    code: { x: 930, y: 360, side: 270, modules: 57, seed: variant.seed },
    lines: [
      { x: 60, y: 64, size: 34, text: 'आयकर विभाग', bold: true, fill: blue },
      { x: 60, y: 112, size: 36, text: 'INCOME TAX DEPARTMENT', bold: true, fill: blue },
      { x: 960, y: 64, size: 34, text: 'भारत सरकार', bold: true, fill: blue },
      { x: 930, y: 112, size: 34, text: 'GOVT. OF INDIA', bold: true, fill: blue },
      { x: 590, y: 176, size: 26, text: 'स्थायी लेखा संख्या कार्ड', middle: true },
      { x: 590, y: 212, size: 26, text: 'Permanent Account Number Card', middle: true },
      { x: 590, y: 276, size: 50, text: person.pan, bold: true, spacing: 2, middle: true },
      { x: 60, y: 490, text: 'नाम / Name', ...label },
      { x: 60, y: 532, size: 33, text: person.name.toUpperCase(), bold: true },
      { x: 60, y: 582, text: "पिता का नाम / Father's Name", ...label },
      { x: 60, y: 624, size: 33, text: person.fatherName.toUpperCase(), bold: true },
      { x: 60, y: 688, text: 'जन्म की तारीख / Date of Birth', ...label },
      { x: 60, y: 734, size: 33, text: printDay(person.birthDay), bold: true },
      { x: 560, y: 734, text: 'हस्ताक्षर / Signature', ...label },
      signature(person.name, { x: 570, y: 690 }),
    ],
  });

  return photographCard(card, variant);
}

type FrontPerson = Pick<SamplePerson, 'name' | 'birthDay' | 'gender' | 'aadhaar'>;

/**
 * The front of an Aadhaar card, marked as a specimen; every second photo shows a card with a code.
 */
export async function drawAadhaarFront(
  person: FrontPerson,
  variant: PhotoVariant = CLEAN,
): Promise<Buffer> {
  const gender = person.gender === 'male' ? 'पुरुष / MALE' : 'महिला / FEMALE';
  const dice = rollDice(variant.seed + 77);
  const issueDay = printDay(`${dice.int(2012, 2023)}-0${dice.int(1, 9)}-${dice.int(10, 28)}`);
  const issued = `Issue Date: ${issueDay}`;
  const code = { ...CODES_ON_CARD.aadhaarFront, modules: 41, seed: variant.seed };
  const card = await drawCard({
    paper: AADHAAR_PAPER,
    bands: drawFlag(),
    photo: { x: 90, y: 200, width: 270 },
    ...(variant.seed % 2 === 0 ? { code } : {}),
    lines: [
      { x: 640, y: 84, size: 40, text: 'भारत सरकार', bold: true, middle: true },
      { x: 640, y: 136, size: 36, text: 'Government of India', bold: true, middle: true },
      { x: 60, y: 560, size: 20, text: issued, upwards: true },
      { x: 410, y: 254, size: 38, text: inHindi(person.name), bold: true },
      { x: 410, y: 308, size: 36, text: person.name },
      { x: 410, y: 366, size: 34, text: `जन्म तिथि / DOB : ${printDay(person.birthDay)}` },
      { x: 410, y: 424, size: 34, text: gender },
      ...numberLines(person.aadhaar, variant.seed),
      {
        x: 640,
        y: 782,
        size: 30,
        text: 'मेरा आधार, मेरी पहचान',
        bold: true,
        middle: true,
        fill: '#7a1f1f',
      },
    ],
  });

  return photographCard(card, variant);
}

/** The back of an Aadhaar card, marked as a specimen; its code holds these digits, or nothing. */
export async function drawAadhaarBack(
  person: Pick<SamplePerson, 'address' | 'pin' | 'aadhaar'>,
  variant: PhotoVariant = CLEAN,
  digits?: string,
): Promise<Buffer> {
  return photographCard(await layOutBack(person, variant, digits), variant);
}

/** The same card before a photo is taken of it. */
export function layOutBack(
  person: Pick<SamplePerson, 'address' | 'pin' | 'aadhaar'>,
  { seed }: Pick<PhotoVariant, 'seed'>,
  digits?: string,
): Promise<Buffer> {
  const hindi = wrapText(`${inHindi(person.address)} - ${person.pin}`, 34);
  const english = wrapText(`${person.address} - ${person.pin}`, 36);
  const from = 216 + hindi.length * 38;
  const parts: CardParts = {
    paper: AADHAAR_PAPER,
    bands: drawFlag(),
    code:
      digits === undefined
        ? { ...CODES_ON_CARD.aadhaarBack, modules: 73, seed }
        : { ...SIGNED_CODE, digits },
    lines: [
      { x: 640, y: 78, size: 34, text: 'भारतीय विशिष्ट पहचान प्राधिकरण', bold: true, middle: true },
      {
        x: 640,
        y: 128,
        size: 34,
        text: 'Unique Identification Authority of India',
        bold: true,
        middle: true,
      },
      { x: 80, y: 200, size: 28, text: 'पता:', bold: true },
      ...hindi.map((text, i) => ({ x: 80, y: 238 + i * 38, size: 28, text })),
      { x: 80, y: from + 50, size: 30, text: 'Address:', bold: true },
      ...english.map((text, i) => ({ x: 80, y: from + 92 + i * 42, size: 30, text })),
      ...numberLines(person.aadhaar, seed),
      {
        x: 640,
        y: 782,
        size: 24,
        text: '1947     help@uidai.example     www.uidai.example',
        middle: true,
      },
    ],
  };

  return drawCard(parts);
}

/** The invented virtual id printed under the number. */
export function sampleVid(seed: number): string {
  const dice = rollDice(seed * 7 + 3);
  return `9${Array.from({ length: 15 }, () => dice.int(0, 9)).join('')}`;
}

function numberLines(aadhaar: string, seed: number): Line[] {
  return [
    { x: 640, y: 672, size: 58, text: spaced(aadhaar), bold: true, middle: true },
    { x: 640, y: 716, size: 27, text: `VID : ${spaced(sampleVid(seed))}`, middle: true },
  ];
}

export function signature(name: string, at: { x: number; y: number }): Line {
  return {
    ...at,
    size: 44,
    text: name.split(' ')[0] ?? name,
    font: 'DejaVu Serif',
    fill: '#26306b',
  };
}

const drawFlag = (): string =>
  `<path d="M0 0H1270V26H0Z" fill="#f3a057"/>
   <path d="M0 150H1270V156H0Z" fill="#5b9c5a"/>
   <path d="M0 736H1270V742H0Z" fill="#c8453a"/>`;
