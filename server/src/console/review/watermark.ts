import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';

/** Covers Latin and Devanagari, whatever fonts the machine has. */
const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
);

/** Pictures are shown to staff no larger than this. */
const MAX_SIDE = 1_600;
/** Of the picture's width: several lines cross it, so that none can be cut off. */
const LINES_ACROSS = 3;

/**
 * A JPEG with a text drawn over all of it, slanting and half transparent, so that a copy says who
 * looked at it and when.
 */
export async function drawWatermark(jpeg: Buffer, text: string): Promise<Buffer> {
  const base = await sharp(jpeg)
    .rotate()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = base.info;

  return sharp(base.data)
    .composite([{ input: drawLines(text, width, height) }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

function drawLines(text: string, width: number, height: number): Buffer {
  const size = Math.max(11, Math.round(Math.min(width, height) / 28));
  const step = Math.max(size * 3, Math.round(height / (LINES_ACROSS + 1)));
  const line = Array.from({ length: 6 }, () => escapeXml(text)).join(' · ');
  const lines = Array.from({ length: Math.ceil((height * 2) / step) + 2 }, (_, at) => {
    const y = at * step - height / 2;
    const place = `x="${-width / 2}" y="${y}" font-family="Noto Sans" font-size="${size}" font-weight="600"`;
    return `<text ${place} fill="#fff" fill-opacity="0.55" stroke="#000" stroke-opacity="0.35" stroke-width="${size / 12}">${line}</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="rotate(-24 ${width / 2} ${height / 2})">${lines.join('')}</g></svg>`;

  return new Resvg(svg, {
    font: { fontFiles: [FONT], loadSystemFonts: false, defaultFontFamily: 'Noto Sans' },
  })
    .render()
    .asPng();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
