import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { CLEAN, type PhotoVariant, photographCard } from './photo-variants.ts';
import type { SamplePerson } from './sample-person.ts';
import { sampleSelfie } from './sample-selfie.ts';

const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const FONT_FILES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'];

type Line = { x: number; y: number; size: number; text: string; bold?: boolean; fill?: string; spacing?: number };

/** The front of a PAN card, marked as a specimen. */
export async function drawPan(
  person: Pick<SamplePerson, 'name' | 'fatherName' | 'birthDay' | 'pan'>,
  variant: PhotoVariant = CLEAN,
): Promise<Buffer> {
  const label = { size: 24, fill: '#3d4a63' };
  const card = await drawCard(
    { tint: '#d6e6ef', line: '#b9d3e0' },
    [
      { x: 60, y: 80, size: 40, text: 'INCOME TAX DEPARTMENT', bold: true, fill: '#1b3a6b' },
      { x: 880, y: 80, size: 36, text: 'GOVT. OF INDIA', bold: true, fill: '#1b3a6b' },
      { x: 330, y: 165, size: 28, text: 'Permanent Account Number Card', fill: '#222222' },
      { x: 390, y: 232, size: 52, text: person.pan, bold: true, spacing: 3 },
      { x: 60, y: 490, text: 'Name', ...label },
      { x: 60, y: 534, size: 34, text: person.name.toUpperCase(), bold: true },
      { x: 60, y: 592, text: "Father's Name", ...label },
      { x: 60, y: 636, size: 34, text: person.fatherName.toUpperCase(), bold: true },
      { x: 60, y: 704, text: 'Date of Birth', ...label },
      { x: 60, y: 750, size: 34, text: printDay(person.birthDay), bold: true },
      { x: 720, y: 750, text: 'Signature', ...label },
    ],
    { x: 60, y: 190, width: 190 },
  );
  return photographCard(card, variant);
}

/** The front of an Aadhaar card, marked as a specimen. */
export async function drawAadhaarFront(
  person: Pick<SamplePerson, 'name' | 'birthDay' | 'gender' | 'aadhaar'>,
  variant: PhotoVariant = CLEAN,
): Promise<Buffer> {
  const card = await drawCard(
    { tint: '#fbfaf6', line: '#f1e3cf' },
    [
      { x: 430, y: 90, size: 44, text: 'Government of India', bold: true, fill: '#333333' },
      { x: 430, y: 270, size: 38, text: person.name, bold: true },
      { x: 430, y: 335, size: 36, text: `DOB: ${printDay(person.birthDay)}` },
      { x: 430, y: 400, size: 36, text: person.gender.toUpperCase() },
      { x: 380, y: 690, size: 62, text: spaced(person.aadhaar), bold: true },
      { x: 440, y: 765, size: 26, text: 'Aadhaar - Proof of identity', fill: '#7a1f1f' },
    ],
    { x: 70, y: 190, width: 290 },
  );
  return photographCard(card, variant);
}

/** The back of an Aadhaar card, marked as a specimen. */
export async function drawAadhaarBack(
  person: Pick<SamplePerson, 'address' | 'pin' | 'aadhaar'>,
  variant: PhotoVariant = CLEAN,
): Promise<Buffer> {
  const lines = wrapText(`${person.address} - ${person.pin}`, 36);
  const card = await drawCard({ tint: '#fbfaf6', line: '#f1e3cf' }, [
    { x: 180, y: 90, size: 38, text: 'Unique Identification Authority of India', bold: true, fill: '#333333' },
    { x: 90, y: 210, size: 34, text: 'Address:', bold: true },
    ...lines.map((text, i) => ({ x: 90, y: 264 + i * 52, size: 34, text })),
    { x: 380, y: 690, size: 62, text: spaced(person.aadhaar), bold: true },
    { x: 300, y: 765, size: 26, text: 'help@uidai.example      www.uidai.example', fill: '#333333' },
  ]);
  return photographCard(card, variant);
}

const printDay = (day: string): string => day.split('-').reverse().join('/');
const spaced = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

async function drawCard(
  paper: { tint: string; line: string },
  lines: Line[],
  photo?: { x: number; y: number; width: number },
): Promise<Buffer> {
  const waves = Array.from({ length: 27 }, (_, i) => {
    const y = i * 32;
    return `<path d="M0 ${y} Q315 ${y + 40} 630 ${y} T1260 ${y}" stroke="${paper.line}" fill="none" stroke-width="2"/>`;
  });
  const picture = photo === undefined ? '' : await drawPhoto(photo);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1270" height="800" viewBox="0 0 1270 800">
    <defs><clipPath id="edge"><rect width="1270" height="800" rx="36"/></clipPath></defs>
    <g clip-path="url(#edge)"><rect width="1270" height="800" fill="${paper.tint}"/>${waves.join('')}</g>
    ${picture}${lines.map(drawLine).join('')}
    ${drawLine({ x: 1110, y: 788, size: 16, text: 'SPECIMEN', fill: '#9aa3ad' })}</svg>`;
  return new Resvg(svg, {
    font: {
      fontFiles: FONT_FILES.map((file) => join(fonts, file)),
      loadSystemFonts: false,
      defaultFontFamily: 'DejaVu Sans',
    },
  })
    .render()
    .asPng();
}

async function drawPhoto({ x, y, width }: { x: number; y: number; width: number }): Promise<string> {
  const face = await sharp(await sampleSelfie())
    .extract({ left: 120, top: 150, width: 660, height: 860 })
    .resize({ width: width * 2 })
    .jpeg({ quality: 85 })
    .toBuffer();
  const height = Math.round((width * 860) / 660);
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="data:image/jpeg;base64,${face.toString('base64')}"/>`;
}

function drawLine(line: Line): string {
  const text = line.text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const weight = line.bold === true ? 'bold' : 'normal';
  const spacing = line.spacing === undefined ? '' : ` letter-spacing="${line.spacing}"`;
  return `<text x="${line.x}" y="${line.y}" font-family="DejaVu Sans" font-weight="${weight}" font-size="${line.size}" fill="${line.fill ?? '#111111'}"${spacing}>${text}</text>`;
}
