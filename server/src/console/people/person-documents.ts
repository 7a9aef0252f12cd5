import type { DocumentKind } from '@noren/contract/documents';
import type { Language } from '@noren/contract/fields';
import { SHOWN_IN_DOCUMENTS } from '@noren/core/staff/protected-fields';
import { groupDocuments } from '../../lending/documents/list-documents.ts';
import { listAddenda, listLoans, listPayments } from '../../lending/documents/store.ts';
import { openDocument } from '../../lending/papers/open-document.ts';
import type { Db } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { FileAnswer } from '../../platform/http/call-handler.ts';
import { recordStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffCtx } from '../../platform/staff/staff-handler.ts';
import { listCardPictures } from './person-store.ts';

/** Documents of a person that are listed at most. */
const MOST = 200;

/** Pictures of cards, and the documents that the borrower has, newest first. */
export async function listPersonDocuments(db: Db, userId: string, now: number) {
  const [cards, loans, payments, addenda] = await Promise.all([
    listCardPictures(db, userId),
    listLoans(db, userId, now),
    listPayments(db, userId),
    listAddenda(db, userId),
  ]);
  const ofLoans = groupDocuments({ loans, payments, addenda, now }).flatMap(
    ({ repayId, documents }) =>
      documents.map(({ documentId, kind, at }) => ({
        documentId,
        kind,
        at,
        repayId,
        confidence: null,
      })),
  );
  const pictures = cards.map((card) => ({ ...card, documentId: null, repayId: null }));

  return [...pictures, ...ofLoans].toSorted((a, b) => b.at - a.at).slice(0, MOST);
}

/** A document as its borrower gets it; the view is recorded. @throws StaffError not_found */
export async function openPersonDocument(
  { deps, staff, now, today }: StaffCtx,
  db: Db,
  wanted: { userId: string; language: string; documentId: string },
): Promise<FileAnswer> {
  const { userId, documentId } = wanted;
  const [kind, id = '', part = ''] = documentId.split('.') as [DocumentKind, string?, string?];
  const ctx = { deps, userId, today, language: wanted.language as Language };

  try {
    const { bytes } = await openDocument(ctx, db, { kind, id, part });
    const { staffId } = staff;

    await recordStaffAct(db, {
      at: now,
      staffId,
      action: 'document_seen',
      userId,
      subject: documentId,
      detail: { kind },
      shows: SHOWN_IN_DOCUMENTS[kind],
    });

    return new FileAnswer(bytes, 'application/pdf', `${kind}-${id}.pdf`.toLowerCase());
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw new StaffError('not_found', 'person_document_unknown');
  }
}
