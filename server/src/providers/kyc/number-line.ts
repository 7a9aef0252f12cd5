import type { DocumentKind } from '@noren/core/people/ocr-read';
import sharp from 'sharp';
import type { OcrPage, OcrWord } from '../../platform/ports/kyc.ts';
import type { OcrPool } from './ocr-pool.ts';
import { READ_WIDTH } from './prepare-picture.ts';

/** The height of print that OCR reads best. */
const LINE_HEIGHT = 48;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

/**
 * Reads the line with the card's number again: alone, enlarged, and with that number's characters
 * only. The line is returned as one word at its place in the pass that found it; undefined when no
 * pass found such a line.
 */
export async function readNumberLine(
  pool: OcrPool,
  jpeg: Buffer,
  pages: readonly OcrPage[],
  kind: DocumentKind,
): Promise<OcrPage | undefined> {
  const isPan = kind === 'panFront';
  for (const page of pages) {
    const word = isPan ? likestPan(page.words) : likestAadhaar(page.words);
    if (word === undefined) continue;

    const picture = await cutLine(jpeg, page, word);
    const onlyLineOf = isPan ? LETTERS + DIGITS : `${DIGITS} `;
    const { text, confidence } = await pool.recognize(picture, { straighten: false, onlyLineOf });

    return { ...page, text, confidence, words: [{ ...word, text: text.trim(), confidence }] };
  }

  return undefined;
}

function likestPan(words: OcrWord[]): OcrWord | undefined {
  const isLike = (text: string): boolean =>
    /^.{9,12}$/.test(text) && /\d\w?\d/.test(text) && !/[/:]/.test(text);
  return words.find(({ text }) => isLike(text));
}

// The whole line with at least eight digits that is neither a date nor a virtual id.
function likestAadhaar(words: OcrWord[]): OcrWord | undefined {
  const lines = Map.groupBy(words, ({ line }) => line);
  for (const line of lines.values()) {
    const text = line.map((word) => word.text).join(' ');
    const digits = text.replace(/\D/g, '').length;
    if (digits >= 8 && digits <= 13 && !/\/|VID/.test(text))
      return joinWords(line.filter((word) => /\d/.test(word.text)));
  }

  return undefined;
}

function joinWords(words: OcrWord[]): OcrWord {
  const left = Math.min(...words.map(({ box }) => box.left));
  const top = Math.min(...words.map(({ box }) => box.top));
  const right = Math.max(...words.map(({ box }) => box.left + box.width));
  const bottom = Math.max(...words.map(({ box }) => box.top + box.height));

  return { ...words[0]!, box: { left, top, width: right - left, height: bottom - top } };
}

async function cutLine(jpeg: Buffer, page: OcrPage, { box }: OcrWord): Promise<Buffer> {
  const straight = sharp(jpeg).greyscale().resize({ width: READ_WIDTH });
  const { data, info } = await straight.raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const turned = sharp(data, { raw }).rotate((page.turned * 180) / Math.PI, {
    background: '#888888',
  });
  const { data: level, info: size } = await turned.raw().toBuffer({ resolveWithObject: true });
  // Rotation enlarges the frame about its centre.
  const [left, top] = [
    box.left + (size.width - info.width) / 2,
    box.top + (size.height - info.height) / 2,
  ];
  const [beside, above] = [box.height * 0.9, box.height * 0.45];
  const from = {
    left: Math.max(0, Math.round(left - beside)),
    top: Math.max(0, Math.round(top - above)),
  };
  const width = Math.min(size.width - from.left, Math.round(box.width + 2 * beside));
  const height = Math.min(size.height - from.top, Math.round(box.height + 2 * above));

  return sharp(level, { raw: { width: size.width, height: size.height, channels: size.channels } })
    .extract({ ...from, width, height })
    .resize({ height: LINE_HEIGHT * 2 })
    .normalise()
    .png({ compressionLevel: 1 })
    .toBuffer();
}
