import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { instant, language, paise } from './fields.ts';

/**
 * Kinds of documents. `wording`: the loan agreement before it is accepted; `privacy`: the privacy
 * policy that held when it was, where papers are sealed; `closing`: the confirmation that nothing is
 * owed.
 */
export const DOCUMENT_KINDS = [
  'kfs',
  'wording',
  'agreement',
  'privacy',
  'addendum',
  'receipt',
  'statement',
  'closing',
] as const;

export const documentKind = z.enum(DOCUMENT_KINDS);
export type DocumentKind = z.infer<typeof documentKind>;

/**
 * Id of a document: `kfs.<proposalNo>`, `wording.<proposalNo>`, `agreement.<repayId>`,
 * `privacy.<repayId>`, `addendum.<addendumNo>`, `receipt.<repayId>.<journalId>`, `statement.<repayId>`,
 * `closing.<repayId>`.
 */
export const documentId = z
  .string()
  .check(
    z.maxLength(100, 'long'),
    z.regex(
      /^((kfs|wording|agreement|privacy|addendum|statement|closing)\.[A-Z0-9-]{8,32}|receipt\.[A-Z0-9]{10,24}\.[0-9a-f-]{36})$/,
      'id',
    ),
  );

const listed = z.object({
  documentId: z.string(),
  kind: documentKind,
  /** When the event it documents happened. */
  at: instant,
  /** Of a receipt: the amount received. */
  amountPaise: z.nullable(paise),
});

export type ListedDocument = z.infer<typeof listed>;

/**
 * A loan, or an offer not yet accepted, with its documents. Groups and documents are newest first.
 */
const documentGroup = z.object({
  repayId: z.nullable(z.string()),
  proposalNo: z.string(),
  productName: z.string(),
  principalPaise: paise,
  at: instant,
  documents: z.array(listed),
});

export type DocumentGroup = z.infer<typeof documentGroup>;

/** All documents of the user. */
export const documentList = call({
  method: 'GET',
  path: '/api/user/documents',
  who: 'borrower',
  response: z.object({ groups: z.array(documentGroup) }),
  added: true,
});

/**
 * A document as a file: as it was sealed, or generated from stored data, where the same data gives
 * the same bytes. A sealed document, a key facts statement and the agreement accepted with it are in
 * the language they were made in, the others in the caller's.
 */
export const viewDocument = call({
  method: 'GET',
  path: '/api/user/documents/{documentId}',
  who: 'borrower',
  params: z.object({ documentId }),
  response: z.object({
    documentId: z.string(),
    kind: documentKind,
    language,
    fileName: z.string(),
    mediaType: z.literal('application/pdf'),
    contentBase64: z.string(),
    sha256: z.string(),
  }),
  codes: [CODES.notFound],
  added: true,
});
