import PDFDocument from 'pdfkit';
import { documentFont, drawable, type Face, type Run } from './fonts.ts';
import { breakLines, isSetByUs } from './lines.ts';

/** How a text looks. Sizes and widths in points. */
export interface Look {
  readonly size: number;
  readonly color: string;
  readonly isBold?: boolean;
}
/** A text's place: its left edge and how wide it may run. */
export type Placed = Look & { readonly x: number; readonly width: number; readonly align?: 'left' | 'right' };
/** A node of the tree a screen reader goes by. */
export type Tagged = PDFKit.PDFStructureElement;

/** The part of an A4 page that documents fill. */
export const PAGE = { left: 48, width: 595.28 - 2 * 48, top: 80, bottom: 841.89 - 64 } as const;

export const INK = '#1b1a2e';
export const SOFT = '#5a5870';
export const INDIGO = '#2d2a70';
export const WASH = '#ecebf7';
export const LINE = '#d5d1c8';

const LINE_GAP = 1;
/** Of the size: what Thai's marks need above a line's foot, and from one line to the next. */
const THAI = { ascent: 1.06, line: 1.4 };
const heightOfLine = ({ size }: Look) => size * THAI.line + LINE_GAP;

/** Letters drawn in parts or in another order than they are written: the node says them as written, to hear and to copy. */
const SHAPED = /[\u0900-\u097f\u0e00-\u0e7f\u1e00-\u1eff]/;

/** What a file says of itself. */
export interface FileFacts {
  readonly title: string;
  readonly language: string;
  /** UTC ms: never the moment of drawing, so that the same data makes the same bytes. */
  readonly at: number;
}

/** Writes and rules, tagged, at a height that goes down the page. */
export class Pen {
  readonly doc: PDFKit.PDFDocument;
  readonly root: Tagged;
  y: number = PAGE.top;
  readonly #done: Promise<Buffer>;
  readonly #registered = new Set<string>();
  readonly #lines = new Map<string, Run[][]>();

  constructor({ title, language, at }: FileFacts) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      tagged: true,
      lang: language,
      displayTitle: true,
      pdfVersion: '1.7',
      bufferPages: true,
      font: '',
      // The title goes into XML as it stands.
      info: {
        Title: title.replace(/[<&]/g, ' '),
        Producer: 'Noren',
        Creator: 'Noren',
        CreationDate: new Date(at),
      },
    });
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    this.#done = new Promise((resolve, reject) => {
      this.doc.on('end', () => resolve(Buffer.concat(chunks)));
      this.doc.on('error', reject);
    });
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
  }

  /** Adds a node of the tree; whoever adds it ends it. */
  node(parent: Tagged, tag: string): Tagged {
    const node = this.doc.struct(tag);
    parent.add(node);
    return node;
  }

  /** Writes a text as a node of its own. */
  tagged(parent: Tagged, tag: string, text: string, at: Placed): void {
    parent.add(this.doc.struct(tag, SHAPED.test(text) ? { actual: text } : {}, [() => this.write(text, at)]));
  }

  write(text: string, { x, width, align = 'left', ...look }: Placed): void {
    if (isSetByUs(text)) this.#writeLines(drawable(text), { x, width, align, ...look });
    else this.#set(look).fillColor(look.color).text(drawable(text), x, this.y, { width, align, lineGap: LINE_GAP });
  }

  heightOf(text: string, width: number, look: Look): number {
    if (text === '') return 0;
    if (isSetByUs(text)) return this.#linesOf(drawable(text), width, look).length * heightOfLine(look);
    return this.#set(look).heightOfString(drawable(text), { width, lineGap: LINE_GAP });
  }

  /** A text is measured before it is written, so its lines are kept for that. */
  #linesOf(text: string, width: number, look: Look): Run[][] {
    const key = `${look.size} ${look.isBold} ${width} ${text}`;
    const lines = this.#lines.get(key) ?? breakLines(text, width, (run) => this.#widthOf(run, look));
    this.#lines.set(key, lines);
    return lines;
  }

  #writeLines(text: string, { x, width, align, ...look }: Placed): void {
    const height = heightOfLine(look);
    for (const [place, runs] of this.#linesOf(text, width, look).entries()) {
      const taken = runs.reduce((sum, run) => sum + this.#widthOf(run, look), 0);
      let at = align === 'right' ? x + width - taken : x;
      // Two faces stand on one line by their feet, not by their heads.
      const baseline = this.y + place * height + look.size * THAI.ascent;
      for (const run of runs) {
        const doc = this.#set(look, run.face).fillColor(look.color);
        doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
        at += this.#widthOf(run, look);
      }
    }
  }

  #widthOf({ face, text }: Run, look: Look): number {
    return this.#set(look, face).widthOfString(text);
  }

  /** Draws what a screen reader passes over. */
  artifact(draw: (doc: PDFKit.PDFDocument) => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  /** Goes on at the head of a new page when so much does not fit here. @returns whether it did */
  need(height: number): boolean {
    if (this.y + height <= PAGE.bottom) return false;
    this.addPage();
    return true;
  }

  addPage(): void {
    this.doc.addPage();
    this.y = PAGE.top;
  }

  /** Draws around every page, and closes the file. */
  async end(frame: (page: number, of: number) => void): Promise<Buffer> {
    this.root.end();
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(page);
      this.artifact(() => frame(page + 1, count), 'Pagination');
    }
    this.doc.end();
    return this.#done;
  }

  #set({ size, isBold = false }: Look, face: Face = 'wide'): PDFKit.PDFDocument {
    const weight = isBold ? 'bold' : 'regular';
    const name = `${face} ${weight}`;
    if (!this.#registered.has(name)) this.doc.registerFont(name, documentFont(face, weight).source);
    this.#registered.add(name);
    return this.doc.font(name).fontSize(size);
  }
}
