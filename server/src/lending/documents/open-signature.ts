/** Ten digits: room for any offset, filled in when the length of the file is known. */
const OPEN_OFFSET = 9_999_999_999;
export const OPEN_BYTE_RANGE = [0, OPEN_OFFSET, OPEN_OFFSET, OPEN_OFFSET] as const;

/** What the signature of a PDF says about itself. */
export interface SignatureFacts {
  /** When it is made, UTC ms. */
  readonly at: number;
  /** The name in the certificate. */
  readonly signer: string;
  /** What is signed: its number and the hash of what it was drawn from. */
  readonly about: string;
  /** The room for the signature, in bytes. */
  readonly bytes: number;
}

/** What pdfkit writes, and its types leave out. */
interface PdfObject {
  data: Record<string, unknown>;
  end(): void;
}

/** pdfkit writes a plain string as a name, and a String object as a text. */
const pdfText = (text: string): unknown => Object(text);

/** Hidden and printed as nothing: the field is there for readers alone. */
const HIDDEN_FIELD_FLAGS = 0b1000_0100;
/** Signatures exist, and a change must be appended to the file. */
const SIGNATURE_FLAGS = 0b11;

/**
 * Adds a signature without its value, to the first page of a finished document. Source: ISO
 * 32000-1, 12.7.4.5 and 12.8.1; ETSI EN 319 142-1, 6.3.
 */
export function addOpenSignature(
  doc: PDFKit.PDFDocument,
  { at, signer, about, bytes }: SignatureFacts,
): void {
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [...OPEN_BYTE_RANGE],
    Contents: Buffer.alloc(bytes),
    M: new Date(at),
    Name: pdfText(signer),
    Reason: pdfText(about),
  }) as unknown as PdfObject;
  signature.end();

  doc.switchToPage(0);
  doc.initForm();

  const form = (doc as unknown as { _root: PdfObject })._root.data.AcroForm as PdfObject;
  const field = doc.formField('seal', {}) as unknown as PdfObject;
  const page = doc.page as unknown as { dictionary: unknown; annotations: unknown[] };

  Object.assign(field.data, {
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    V: signature,
    P: page.dictionary,
    Rect: [0, 0, 0, 0],
    F: HIDDEN_FIELD_FLAGS,
  });
  page.annotations.push(field);
  field.end();

  // Without pdfkit's order to draw the fields again, which a reader would report as a change.
  const { Fields, DR } = form.data;
  form.data = { Fields, DR, SigFlags: SIGNATURE_FLAGS };
}
