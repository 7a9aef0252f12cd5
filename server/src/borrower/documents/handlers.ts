import { createHash } from 'node:crypto';
import type { DocumentKind } from '@noren/contract/documents';
import { groupDocuments } from '../../lending/documents/list-documents.ts';
import { listAddenda, listLoans, listPayments } from '../../lending/documents/store.ts';
import { openDocument } from '../../lending/papers/open-document.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { requireCodeForSaved } from '../../platform/http/step-up.ts';

/** The borrower's documents: as they were sealed, or else drawn on request. */
export const borrowerDocumentHandlers = {
  async documentList({ userId, now }, _input, db) {
    const [loans, payments, addenda] = await Promise.all([
      listLoans(db, userId, now),
      listPayments(db, userId),
      listAddenda(db, userId),
    ]);
    return { groups: groupDocuments({ loans, payments, addenda, now }) };
  },

  // Runs without a transaction, so that rendering holds no lock and no connection.
  async viewDocument(ctx, { params }, db) {
    const { documentId } = params;
    const [kind, id = '', part = ''] = documentId.split('.') as [DocumentKind, string?, string?];

    await takeOrRefuse(ctx, [['document-draw-user-minute', ctx.userId]]);
    // Only these have no personal data; a link session needs a code for all other documents.
    requireCodeForSaved(ctx, kind !== 'kfs' && kind !== 'privacy');

    const { language, bytes } = await openDocument(ctx, db, { kind, id, part });

    return {
      documentId,
      kind,
      language,
      fileName: `noren-${kind}-${id}${part && `-${part.slice(-6)}`}.pdf`.toLowerCase(),
      mediaType: 'application/pdf',
      contentBase64: bytes.toString('base64'),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
  },
} satisfies Partial<Handlers>;
