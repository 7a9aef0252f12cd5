import { drawable } from './fonts.ts';
import { drawFrame, type FrameFacts } from './page-frame.ts';
import { INDIGO, INK, type Look, PAGE, Pen, SOFT, WASH } from './pen.ts';
import { type Column, drawTable, type TableRow } from './table.ts';

/** What a document says of itself, on every page and in its file. */
export interface PaperFacts extends FrameFacts {
  readonly language: string;
  /** When what it tells came to be, UTC ms. */
  readonly at: number;
}

const BODY: Look = { size: 9.5, color: INK };
const LOOKS = {
  body: BODY,
  strong: { ...BODY, isBold: true },
  soft: { size: 8.2, color: SOFT },
} satisfies Record<string, Look>;

const TITLE: Look = { size: 11.5, color: INDIGO, isBold: true };

/** An A4 document in the making: titles, paragraphs and tables one below the other. */
export class Paper {
  readonly #pen: Pen;
  readonly #facts: PaperFacts;
  #heading: string | null = null;

  constructor(facts: PaperFacts) {
    this.#facts = facts;
    this.#pen = new Pen({ ...facts, title: drawable(`${facts.title} ${facts.number}`) });
  }

  /** The document's title. */
  title(text: string, below: string): void {
    this.#block('H1', text, { size: 19, color: INDIGO, isBold: true });
    this.#block('P', below, LOOKS.soft);
    this.space(8);
  }

  /** The title of a part: written with what follows, so that it never stands alone at the foot of a page. */
  heading(text: string): void {
    this.#heading = text;
  }

  paragraph(text: string, as: keyof typeof LOOKS = 'body'): void {
    this.#begin(this.#pen.heightOf(text, PAGE.width, LOOKS[as]));
    this.#block('P', text, LOOKS[as]);
    this.space(4.5);
  }

  space(points: number): void {
    this.#pen.y += points;
  }

  /** Goes on at the head of a new page when less than this is left of the page. */
  together(points: number): void {
    this.#pen.need(points);
  }

  /** Goes on at the head of a new page, unless one has just begun. */
  newPage(): void {
    if (this.#pen.y > PAGE.top) this.#pen.addPage();
  }

  /** The figures that matter side by side, each below its label. */
  figures(figures: readonly { label: string; value: string }[]): void {
    const pen = this.#pen;
    this.#begin(56);
    const width = PAGE.width / figures.length;
    const top = pen.y;
    pen.artifact((doc) => doc.roundedRect(PAGE.left, top, PAGE.width, 46, 5).fill(WASH));
    for (const [place, { label, value }] of figures.entries()) {
      const at = { x: PAGE.left + place * width + 12, width: width - 16 };
      const group = pen.node(pen.root, 'Sect');
      pen.y = top + 7;
      pen.tagged(group, 'P', label, { ...at, ...LOOKS.soft });
      pen.y = top + 20;
      pen.tagged(group, 'P', value, { ...at, size: 13.5, color: INDIGO, isBold: true });
      group.end();
    }
    pen.y = top + 46 + 10;
  }

  table(columns: readonly Column[], rows: readonly TableRow[]): void {
    drawTable(this.#pen, columns, rows, (height) => this.#begin(height));
    this.space(9);
  }

  /** Labels with their values. */
  facts(facts: readonly { label: string; value: string; isTotal?: boolean }[]): void {
    const columns = [{ head: '', width: 214 }, { head: '' }];
    this.table(
      columns,
      facts.map(({ label, value, isTotal }) => ({ cells: [label, value], ...(isTotal && { as: 'total' as const }) })),
    );
  }

  /** Numbers the pages and closes the file. */
  end(): Promise<Buffer> {
    return this.#pen.end((page, of) => drawFrame(this.#pen, this.#facts, { page, of }));
  }

  /** Finds room for what comes, and writes the title it stands under. */
  #begin(height: number): void {
    const title = this.#heading;
    if (title === null) return void this.#pen.need(height);
    this.#heading = null;
    this.#pen.need(height + this.#pen.heightOf(title, PAGE.width, TITLE) + 11);
    this.space(7);
    this.#block('H2', title, TITLE);
    this.space(4);
  }

  #block(tag: string, text: string, look: Look): void {
    this.#pen.tagged(this.#pen.root, tag, text, { x: PAGE.left, width: PAGE.width, ...look });
    this.#pen.y += this.#pen.heightOf(text, PAGE.width, look);
  }
}
