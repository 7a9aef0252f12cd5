import { replaceUndrawable } from './fonts.ts';
import { drawFrame, type FrameFacts } from './page-frame.ts';
import { INDIGO, INK, type Look, PAGE, PdfWriter, SOFT, WASH } from './pdf-writer.ts';
import { type SealFacts, writeSeal } from './seal-words.ts';
import { type Column, drawTable, type TableRow } from './table.ts';

/** Header, footer and metadata of a document. */
export interface PdfFacts extends FrameFacts {
  readonly language: string;
  /** Time of the facts in the document, UTC ms. */
  readonly at: number;
  /** With it the document says how it is sealed, and has room for the signature. */
  readonly seal?: SealFacts | undefined;
}

const BODY: Look = { size: 9.5, color: INK };

const LOOKS = {
  body: BODY,
  strong: { ...BODY, isBold: true },
  soft: { size: 8.2, color: SOFT },
} satisfies Record<string, Look>;

const TITLE: Look = { size: 11.5, color: INDIGO, isBold: true };

/** Builds an A4 document from titles, paragraphs and tables. */
export class PdfBuilder {
  readonly #writer: PdfWriter;
  readonly #facts: PdfFacts;
  #heading: string | null = null;

  constructor(facts: PdfFacts) {
    this.#facts = facts;
    this.#writer = new PdfWriter({
      ...facts,
      title: replaceUndrawable(`${facts.title} ${facts.number}`),
    });
  }

  title(text: string, below: string): void {
    this.#block('H1', text, { size: 19, color: INDIGO, isBold: true });
    this.#block('P', below, LOOKS.soft);
    this.space(8);
  }

  /** A section title. Written with the next block, so that it is never the last line of a page. */
  heading(text: string): void {
    this.#heading = text;
  }

  paragraph(text: string, as: keyof typeof LOOKS = 'body'): void {
    this.#startBlock(this.#writer.measureHeight(text, PAGE.width, LOOKS[as]));
    this.#block('P', text, LOOKS[as]);
    this.space(4.5);
  }

  space(points: number): void {
    this.#writer.y += points;
  }

  /** Starts a new page when less than `points` is left. */
  keepTogether(points: number): void {
    this.#writer.ensureSpace(points);
  }

  /** Starts a new page unless the current one is empty. */
  newPage(): void {
    if (this.#writer.y > PAGE.top) this.#writer.addPage();
  }

  /** Key figures side by side, each below its label. */
  figures(figures: readonly { label: string; value: string }[]): void {
    const writer = this.#writer;
    this.#startBlock(56);

    const width = PAGE.width / figures.length;
    const top = writer.y;

    writer.artifact((doc) => doc.roundedRect(PAGE.left, top, PAGE.width, 46, 5).fill(WASH));

    for (const [index, { label, value }] of figures.entries()) {
      const at = { x: PAGE.left + index * width + 12, width: width - 16 };
      const group = writer.node(writer.root, 'Sect');

      writer.y = top + 7;
      writer.tagged(group, 'P', label, { ...at, ...LOOKS.soft });
      writer.y = top + 20;
      writer.tagged(group, 'P', value, { ...at, size: 13.5, color: INDIGO, isBold: true });
      group.end();
    }

    writer.y = top + 46 + 10;
  }

  table(columns: readonly Column[], rows: readonly TableRow[]): void {
    drawTable(this.#writer, columns, rows, (height) => this.#startBlock(height));
    this.space(9);
  }

  facts(facts: readonly { label: string; value: string; isTotal?: boolean }[]): void {
    const columns = [{ head: '', width: 214 }, { head: '' }];
    this.table(
      columns,
      facts.map(({ label, value, isTotal }) => ({
        cells: [label, value],
        ...(isTotal && { as: 'total' as const }),
      })),
    );
  }

  /** Adds headers and footers and returns the file. */
  end(): Promise<Buffer> {
    const { seal, language, number, mark } = this.#facts;
    if (seal) writeSeal(this, seal, language);

    return this.#writer.end(
      (page, of) => drawFrame(this.#writer, this.#facts, { page, of }),
      seal ? { ...seal, about: `${number}, SHA-256 ${mark}` } : null,
    );
  }

  /** Makes room for a block of this height and writes the pending section title. */
  #startBlock(height: number): void {
    const title = this.#heading;
    if (title === null) return void this.#writer.ensureSpace(height);

    this.#heading = null;
    this.#writer.ensureSpace(height + this.#writer.measureHeight(title, PAGE.width, TITLE) + 11);
    this.space(7);
    this.#block('H2', title, TITLE);
    this.space(4);
  }

  #block(tag: string, text: string, look: Look): void {
    this.#writer.tagged(this.#writer.root, tag, text, { x: PAGE.left, width: PAGE.width, ...look });
    this.#writer.y += this.#writer.measureHeight(text, PAGE.width, look);
  }
}
