import { INDIGO, LINE, PAGE, type Pen, SOFT } from './pen.ts';

/** What stands around every page. */
export interface FrameFacts {
  readonly title: string;
  /** Whose paper it is. */
  readonly issuer: string;
  /** The number people name it by. */
  readonly number: string;
  /** The mark (SHA-256) of what it was made from, with its label. */
  readonly mark: string;
  readonly markLabel: string;
  /** 'Page 1 of 3'. */
  pageWords(page: number, of: number): string;
}

const RIGHT = PAGE.left + PAGE.width;
const HEAD_Y = 34;
const FOOT_Y = 841.89 - 48;
const SMALL = { size: 7.6, color: SOFT };

/** The cloth over the shop's door, then who it is from; at the foot what it is, and which page. */
export function drawFrame(pen: Pen, facts: FrameFacts, at: { page: number; of: number }): void {
  drawCurtain(pen);
  const half = PAGE.width / 2;
  pen.y = HEAD_Y - 1;
  pen.write('Noren', { x: PAGE.left + 40, width: 100, size: 14, color: INDIGO, isBold: true });
  pen.y = HEAD_Y - 1;
  pen.write(facts.issuer, { x: PAGE.left + half, width: half, align: 'right', size: 8.6, color: INDIGO, isBold: true });
  pen.y = HEAD_Y + 11;
  pen.write(`${facts.title} ${facts.number}`, {
    x: PAGE.left + 130,
    width: PAGE.width - 130,
    align: 'right',
    ...SMALL,
  });
  rule(pen, 64);
  rule(pen, FOOT_Y - 5);
  pen.y = FOOT_Y;
  pen.write(`${facts.markLabel}: ${facts.mark}`, { x: PAGE.left, width: PAGE.width - 90, ...SMALL });
  pen.y = FOOT_Y;
  pen.write(facts.pageWords(at.page, at.of), { x: RIGHT - 90, width: 90, align: 'right', ...SMALL });
}

function rule(pen: Pen, y: number): void {
  pen.doc.moveTo(PAGE.left, y).lineTo(RIGHT, y).lineWidth(0.6).stroke(LINE);
}

/** Five cloths on their rod. */
function drawCurtain({ doc }: Pen): void {
  const { left } = PAGE;
  doc.rect(left - 2, HEAD_Y, 34, 1.4).fill('#7a5a34');
  for (let cloth = 0; cloth < 5; cloth += 1)
    doc.rect(left + cloth * 6, HEAD_Y + 1.4, 5.4, 15 + (cloth % 2)).fill(cloth % 2 ? '#38358a' : INDIGO);
}
