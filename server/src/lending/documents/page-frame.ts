import { INDIGO, LINE, PAGE, type PdfWriter, SOFT } from './pdf-writer.ts';

/** The content of every page's header and footer. */
export interface FrameFacts {
  readonly title: string;
  /** The lender. */
  readonly issuer: string;
  /** The document number. */
  readonly number: string;
  /** SHA-256 of the data it was rendered from, with its label. */
  readonly mark: string;
  readonly markLabel: string;
  /** 'Page 1 of 3'. */
  pageWords(page: number, of: number): string;
}

const RIGHT = PAGE.left + PAGE.width;
const HEAD_Y = 34;
const FOOT_Y = 841.89 - 48;
const SMALL = { size: 7.6, color: SOFT };

/** Draws the header with logo and issuer, and the footer with hash and page number. */
export function drawFrame(
  writer: PdfWriter,
  facts: FrameFacts,
  at: { page: number; of: number },
): void {
  drawLogo(writer);

  const half = PAGE.width / 2;
  writer.y = HEAD_Y - 1;
  writer.write('Noren', { x: PAGE.left + 40, width: 100, size: 14, color: INDIGO, isBold: true });
  writer.y = HEAD_Y - 1;
  writer.write(facts.issuer, {
    x: PAGE.left + half,
    width: half,
    align: 'right',
    size: 8.6,
    color: INDIGO,
    isBold: true,
  });
  writer.y = HEAD_Y + 11;
  writer.write(`${facts.title} ${facts.number}`, {
    x: PAGE.left + 130,
    width: PAGE.width - 130,
    align: 'right',
    ...SMALL,
  });
  rule(writer, 64);
  rule(writer, FOOT_Y - 5);
  writer.y = FOOT_Y;
  writer.write(`${facts.markLabel}: ${facts.mark}`, {
    x: PAGE.left,
    width: PAGE.width - 90,
    ...SMALL,
  });
  writer.y = FOOT_Y;
  writer.write(facts.pageWords(at.page, at.of), {
    x: RIGHT - 90,
    width: 90,
    align: 'right',
    ...SMALL,
  });
}

function rule(writer: PdfWriter, y: number): void {
  writer.doc.moveTo(PAGE.left, y).lineTo(RIGHT, y).lineWidth(0.6).stroke(LINE);
}

/** A noren: five cloths on a rod. */
function drawLogo({ doc }: PdfWriter): void {
  const { left } = PAGE;
  doc.rect(left - 2, HEAD_Y, 34, 1.4).fill('#7a5a34');

  for (let cloth = 0; cloth < 5; cloth += 1)
    doc
      .rect(left + cloth * 6, HEAD_Y + 1.4, 5.4, 15 + (cloth % 2))
      .fill(cloth % 2 ? '#38358a' : INDIGO);
}
