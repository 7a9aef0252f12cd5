import PDFDocument from 'pdfkit';
import { documentFont, type Face, type Run, replaceUndrawable } from './fonts.ts';
import { keepRecent } from './keep-recent.ts';
import { breakLines, needsOwnLayout } from './lines.ts';
import { addOpenSignature, type SignatureFacts } from './open-signature.ts';

/** A text style. Sizes and widths in points. */
export interface Look {
  readonly size: number;
  readonly color: string;
  readonly isBold?: boolean;
}

/** A styled text's left edge, width and alignment. */
export type TextBox = Look & {
  readonly x: number;
  readonly width: number;
  readonly align?: 'left' | 'right';
};
/** A node of the PDF structure tree, for screen readers. */
export type StructureNode = PDFKit.PDFStructureElement;

/** The content area of an A4 page. */
export const PAGE = { left: 48, width: 595.28 - 2 * 48, top: 80, bottom: 841.89 - 64 } as const;

export const INK = '#1b1a2e';
export const SOFT = '#5a5870';
export const INDIGO = '#2d2a70';
export const WASH = '#ecebf7';
export const LINE = '#d5d1c8';

const LINE_GAP = 1;
/** Ascent and line height for Thai marks, as multiples of the font size. */
const THAI = { ascent: 1.06, line: 1.4 };
const keyOf = (text: string, width: number, { size, isBold }: Look) =>
  `${size} ${isBold} ${width} ${text}`;
const heightOfLine = ({ size }: Look) => size * THAI.line + LINE_GAP;

/**
 * Scripts whose glyphs differ from the written characters: their nodes get the original text, for
 * reading out and copying.
 */
const RESHAPED = /[\u0900-\u097f\u0e00-\u0e7f\u1e00-\u1eff]/;

/** PDF metadata. */
export interface FileFacts {
  readonly title: string;
  readonly language: string;
  /** UTC ms. Not the time of rendering, so that the same data gives the same bytes. */
  readonly at: number;
}

/** Room for the blocks of text of the papers in six languages. */
const BLOCKS_KEPT = 5_000;
const measureOnce = keepRecent<number>(BLOCKS_KEPT);
const splitOnce = keepRecent<{ lines: Run[][]; faces: ReadonlySet<Face> }>(BLOCKS_KEPT);

/** Writes tagged text and lines to a PDF at the current height `y`. */
export class PdfWriter {
  readonly doc: PDFKit.PDFDocument;
  readonly root: StructureNode;
  y: number = PAGE.top;
  readonly #done: Promise<Buffer>;
  readonly #registered = new Set<string>();

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
      // pdfkit writes the title into XML without escaping.
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

  /** Adds a structure node, which the caller must end. */
  node(parent: StructureNode, tag: string): StructureNode {
    const node = this.doc.struct(tag);
    parent.add(node);
    return node;
  }

  /** Writes a text as its own structure node. */
  tagged(parent: StructureNode, tag: string, text: string, at: TextBox): void {
    parent.add(
      this.doc.struct(tag, RESHAPED.test(text) ? { actual: text } : {}, [
        () => this.write(text, at),
      ]),
    );
  }

  write(text: string, { x, width, align = 'left', ...look }: TextBox): void {
    if (needsOwnLayout(text))
      this.#writeLines(replaceUndrawable(text), { x, width, align, ...look });
    else this.#writeWords(replaceUndrawable(text), { x, width, align, ...look });
  }

  #writeWords(text: string, { x, width, align, ...look }: TextBox): void {
    const height = this.measureHeight(text, width, look);
    const doc = this.#set(look).fillColor(look.color);
    const isOneLine = height < 2 * doc.currentLineHeight(true);

    // A line that is known to fit is not measured word by word again.
    if (isOneLine && align === 'left') doc.text(text, x, this.y, { lineBreak: false });
    else doc.text(text, x, this.y, { width, align, lineGap: LINE_GAP });
  }

  measureHeight(text: string, width: number, look: Look): number {
    if (text === '') return 0;
    if (needsOwnLayout(text))
      return this.#splitLines(replaceUndrawable(text), width, look).length * heightOfLine(look);

    const doc = this.#set(look);
    return measureOnce(keyOf(text, width, look), () => {
      // pdfkit subtracts places on the page: from its top the difference is the same anywhere.
      doc.y = 0;
      return doc.heightOfString(replaceUndrawable(text), { width, lineGap: LINE_GAP });
    });
  }

  #splitLines(text: string, width: number, look: Look): Run[][] {
    const { lines, faces } = splitOnce(keyOf(text, width, look), () => {
      const used = new Set<Face>();
      const split = breakLines(text, width, (run) => {
        used.add(run.face);
        return this.#measureWidth(run, look);
      });

      return { lines: split, faces: used };
    });
    // A document numbers its fonts by first use, so that the same data gives the same bytes.
    for (const face of faces) this.#set(look, face);

    return lines;
  }

  #writeLines(text: string, { x, width, align, ...look }: TextBox): void {
    const height = heightOfLine(look);
    for (const [index, runs] of this.#splitLines(text, width, look).entries()) {
      const usedWidth = runs.reduce((sum, run) => sum + this.#measureWidth(run, look), 0);
      let at = align === 'right' ? x + width - usedWidth : x;
      // Align different faces by their baseline.
      const baseline = this.y + index * height + look.size * THAI.ascent;

      for (const run of runs) {
        const doc = this.#set(look, run.face).fillColor(look.color);
        doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
        at += this.#measureWidth(run, look);
      }
    }
  }

  #measureWidth({ face, text }: Run, look: Look): number {
    return this.#set(look, face).widthOfString(text);
  }

  /** Draws content that screen readers skip. */
  artifact(
    draw: (doc: PDFKit.PDFDocument) => void,
    type: 'Layout' | 'Pagination' = 'Layout',
  ): void {
    this.doc.markContent('Artifact', { type });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  /**
   * Starts a new page when `height` does not fit.
   * @returns whether it did
   */
  ensureSpace(height: number): boolean {
    if (this.y + height <= PAGE.bottom) return false;
    this.addPage();
    return true;
  }

  addPage(): void {
    this.doc.addPage();
    this.y = PAGE.top;
  }

  /** Draws `frame` on every page and returns the file, with an open signature if it is sealed. */
  async end(
    frame: (page: number, of: number) => void,
    signature: SignatureFacts | null,
  ): Promise<Buffer> {
    this.root.end();

    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(page);
      this.artifact(() => frame(page + 1, count), 'Pagination');
    }

    if (signature) addOpenSignature(this.doc, signature);
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
