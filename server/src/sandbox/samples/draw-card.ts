import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { encode } from 'uqr';
import { readSelfie } from './faces.ts';
import { rollDice } from './seeded.ts';

const findPackageFolder = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
const arimo = findPackageFolder('@expo-google-fonts/arimo');
const devanagari = findPackageFolder('@expo-google-fonts/noto-sans-devanagari');

/** Arimo has the metrics of Arial, in which such cards are printed. */
const FONT_FILES = [
  join(arimo, '400Regular', 'Arimo_400Regular.ttf'),
  join(arimo, '700Bold', 'Arimo_700Bold.ttf'),
  join(devanagari, '400Regular', 'NotoSansDevanagari_400Regular.ttf'),
  join(devanagari, '700Bold', 'NotoSansDevanagari_700Bold.ttf'),
  join(findPackageFolder('dejavu-fonts-ttf'), 'ttf', 'DejaVuSerif-Italic.ttf'),
];

/** Size of a drawn card in pixels, with the proportions of a bank card. */
export const CARD = { width: 1270, height: 800 };

/** One line of print, aligned at its start or centred. */
export type Line = {
  x: number;
  y: number;
  size: number;
  text: string;
  bold?: boolean;
  fill?: string;
  spacing?: number;
  middle?: boolean;
  /** Printed upwards along the card's edge. */
  upwards?: boolean;
  font?: 'Arimo' | 'DejaVu Serif';
};

export type Square = { x: number; y: number; side: number };
export type CardParts = {
  paper: { from: string; to: string; line: string };
  lines: Line[];
  /** Drawn behind the print. */
  bands?: string;
  photo?: { x: number; y: number; width: number };
  /** A QR code with these digits, or a square that looks like one and encodes nothing. */
  code?: Square & ({ digits: string } | { modules: number; seed: number });
};

/** The card alone in its own size, as RGBA with transparent corners, premultiplied. */
export async function drawCard({ code, lines, ...under }: CardParts): Promise<Buffer> {
  const { width, height } = CARD;
  const picture = `data:image/png;base64,${await loadBackground(under)}`;
  const background = `<image width="${width}" height="${height}" href="${picture}"/>`;
  const print = `${code === undefined ? '' : drawCode(code)}${lines.map(drawLine).join('')}`;
  const specimen = drawLine({ x: 1110, y: 790, size: 16, text: 'SPECIMEN', fill: '#9aa3ad' });

  return Buffer.from(render(`${background}${print}${specimen}`).pixels);
}

type Background = Omit<CardParts, 'lines' | 'code'>;
const backgrounds = new Map<string, Promise<string>>();

/**
 * The background as PNG in base64: slow to draw and the same for every card of a kind, so it is
 * cached.
 */
function loadBackground(background: Background): Promise<string> {
  const kind = JSON.stringify(background);
  const known = backgrounds.get(kind);
  if (known) return known;

  const fresh = drawBackground(background);
  backgrounds.set(kind, fresh);

  return fresh;
}

async function drawBackground({ paper, bands, photo }: Background): Promise<string> {
  const { width, height } = CARD;
  const [from, to] = [paper.from, paper.to].map(
    (colour, at) => `<stop offset="${at}" stop-color="${colour}"/>`,
  );
  const parts = `<defs>
    <clipPath id="edge"><rect width="${width}" height="${height}" rx="36"/></clipPath>
    <linearGradient id="paper" x1="0" y1="0" x2="1" y2="1">${from}${to}</linearGradient></defs>
    <g clip-path="url(#edge)"><rect width="${width}" height="${height}" fill="url(#paper)"/>
    ${drawGuilloche(paper.line)}${bands ?? ''}</g>
    ${photo === undefined ? '' : await drawPhoto(photo)}`;

  return render(parts).asPng().toString('base64');
}

function render(parts: string) {
  const { width, height } = CARD;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    viewBox="0 0 ${width} ${height}">${parts}</svg>`;
  const font = { fontFiles: FONT_FILES, loadSystemFonts: false, defaultFontFamily: 'Arimo' };
  return new Resvg(svg, { font }).render();
}

/** A day in the format of the cards. */
export const printDay = (day: string): string => day.split('-').reverse().join('/');
/** Digits in groups of four. */
export const spaced = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

/** Breaks text into lines of at most so many characters. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }

  return lines;
}

// Fine waves over the whole card and a rosette in the middle, like a security print.
function drawGuilloche(colour: string): string {
  const waves = Array.from({ length: 40 }, (_, i) => {
    const y = i * 22 - 20;
    const lift = i % 2 === 0 ? 46 : -34;
    return `<path d="M0 ${y} Q160 ${y + lift} 320 ${y} T640 ${y} T960 ${y} T1280 ${y}"
      stroke="${colour}" fill="none" stroke-width="1.6"/>`;
  });
  const rosette = Array.from(
    { length: 18 },
    (_, i) =>
      `<ellipse cx="640" cy="420" rx="230" ry="90" transform="rotate(${i * 10} 640 420)"
        stroke="${colour}" fill="none" stroke-width="1.4"/>`,
  );

  return waves.join('') + rosette.join('');
}

const faces = new Map<number, Promise<Buffer>>();

function loadFace(width: number): Promise<Buffer> {
  const known = faces.get(width);
  if (known) return known;

  const fresh = cutFace(width);
  faces.set(width, fresh);

  return fresh;
}

/** Where the face is on the selfie. */
export const FACE = { left: 120, top: 150, width: 660, height: 860 };

export async function cutFace(width: number): Promise<Buffer> {
  return sharp(await readSelfie())
    .extract(FACE)
    .resize({ width: width * 2 })
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function drawPhoto({
  x,
  y,
  width,
}: {
  x: number;
  y: number;
  width: number;
}): Promise<string> {
  const face = await loadFace(width);
  const height = Math.round((width * 860) / 660);
  return `<image x="${x}" y="${y}" width="${width}" height="${height}"
    href="data:image/jpeg;base64,${face.toString('base64')}"/>`;
}

function drawCode(code: NonNullable<CardParts['code']>): string {
  const { x, y, side } = code;
  const { modules, path } = 'digits' in code ? encodeDigits(code.digits) : scatterDots(code);
  const one = side / modules;
  const quiet = one * 2;

  return `<rect x="${x - quiet}" y="${y - quiet}" width="${side + 2 * quiet}"
      height="${side + 2 * quiet}" fill="#ffffff"/>
    <path transform="translate(${x} ${y}) scale(${one})" fill="#111111" d="${path}"/>`;
}

type DrawnCode = { modules: number; path: string };

function encodeDigits(digits: string): DrawnCode {
  const { data, size } = encode(digits, { ecc: 'L', border: 0 });
  const dots = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? dot(x, y) : '')));
  return { modules: size, path: dots.join('') };
}

const dot = (column: number, row: number): string => `M${column} ${row}h1v1h-1z`;

// Three corner marks and random dots: found like a real code, but not decodable.
function scatterDots({ modules, seed }: { modules: number; seed: number }): DrawnCode {
  const dice = rollDice(seed);
  const dots: string[] = [];
  const isCorner = (column: number, row: number): boolean =>
    (column < 8 && (row < 8 || row >= modules - 8)) || (column >= modules - 8 && row < 8);

  for (let row = 0; row < modules; row++)
    for (let column = 0; column < modules; column++)
      if (dice.next() < 0.5 && !isCorner(column, row)) dots.push(dot(column, row));

  const far = modules - 7;
  const marks = [
    [0, 0],
    [far, 0],
    [0, far],
  ].map(
    ([at, down]) =>
      `M${at} ${down}h7v7h-7zM${at! + 1} ${down! + 1}v5h5v-5zM${at! + 2} ${down! + 2}h3v3h-3z`,
  );

  return { modules, path: [...dots, ...marks].join('') };
}

function drawLine(line: Line): string {
  const text = line.text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    // Named explicitly: a fallback font does not shape syllables.
    .replace(/[\u0900-\u097f]+/g, '<tspan font-family="Noto Sans Devanagari">$&</tspan>');
  const set = [
    `x="${line.x}" y="${line.y}" font-family="${line.font ?? 'Arimo'}"`,
    `font-size="${line.size}" fill="${line.fill ?? '#141414'}"`,
    line.bold === true ? 'font-weight="bold"' : '',
    line.spacing === undefined ? '' : `letter-spacing="${line.spacing}"`,
    line.middle === true ? 'text-anchor="middle"' : '',
    line.upwards === true ? `transform="rotate(-90 ${line.x} ${line.y})"` : '',
  ];

  return `<text ${set.filter((part) => part !== '').join(' ')}>${text}</text>`;
}
