import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { readPdf } from '../../testing/pdf-text.ts';
import { parseFont } from './parsed-font.ts';

const FILE = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
);

test('pdfkit parses a font once, says which characters it draws, and takes it in place of the file', async () => {
  const file = readFileSync(FILE);
  const font = parseFont(file);

  expect(['A', '₹', 'ก'].map((character) => font.has(character.codePointAt(0) ?? 0))).toEqual([
    true,
    true,
    false,
  ]);

  const widthIn = (source: Buffer): number =>
    new PDFDocument({ font: '' }).font(source, 12).widthOfString('₹ 1,234');
  expect(widthIn(font.source)).toBe(widthIn(file));
  expect(widthIn(font.source)).toBe(widthIn(file));
  expect(widthIn(font.source)).toBeGreaterThan(0);
});

test('a font whose words a document would scale is refused', () => {
  const file = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  expect(() => parseFont(readFileSync(file))).toThrow('thousandths');
});

test('the letters of a document can be read after another document had them with accents', async () => {
  const { source } = parseFont(readFileSync(FILE));

  const draw = async (text: string): Promise<string> => {
    const document = new PDFDocument({ font: '' });
    document.font(source, 12).text(text).end();
    return (await readPdf(await buffer(document))).text;
  };

  expect(await draw('Á ý ñ')).toBe('Á ý ñ');
  expect(await draw('A y n')).toBe('A y n');
});
