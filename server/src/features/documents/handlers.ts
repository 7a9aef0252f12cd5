import { createHash } from 'node:crypto';
import type { DocumentKind } from '@noren/contract/documents';
import type { Language } from '@noren/contract/fields';
import type { Db } from '../../platform/db/db.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';
import { orRateLimited } from '../../platform/http/rate-limits.ts';
import { requireCodeForSaved } from '../../platform/http/step-up.ts';
import { drawAccountStatement } from './draw-account-statement.ts';
import { drawAddendum } from './draw-addendum.ts';
import { drawAgreement } from './draw-agreement.ts';
import { drawClosing } from './draw-closing.ts';
import { drawKfs } from './draw-kfs.ts';
import { drawReceipt } from './draw-receipt.ts';
import { groupDocuments } from './list-documents.ts';
import { accountStatementData, closingData, notFound, receiptData, requireOrder } from './order-documents.ts';
import {
  listAddenda,
  listLoans,
  listPayments,
  readAddendum,
  readBorrowerName,
  readKfs,
  readPaidAccount,
} from './store.ts';

interface RenderedDocument {
  readonly language: Language;
  readonly bytes: Buffer;
}

/** The borrower's documents. Each is rendered on request and never stored. */
export const borrowerDocumentHandlers: Handlers<'documentList' | 'viewDocument'> = {
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
    orRateLimited(await ctx.deps.limits.take([['document-draw-user-minute', ctx.userId]], ctx.now));
    // Only the KFS has no personal data; a link session needs a code for all other documents.
    requireCodeForSaved(ctx, kind !== 'kfs');
    const { language, bytes } = await renderDocument(ctx, db, { kind, id, part });
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
};

/** @throws CallError 404 for a document that does not exist or is not the user's */
async function renderDocument(
  ctx: UserCtx,
  db: Db,
  input: { kind: DocumentKind; id: string; part: string },
): Promise<RenderedDocument> {
  const { kind, id, part } = input;
  const { language } = ctx;
  switch (kind) {
    case 'kfs': {
      const record = await requireKfs(ctx, db, id);
      return { language: record.kfs.language as Language, bytes: await drawKfs(record) };
    }
    case 'wording':
      return renderAgreement(ctx, db, { proposalNo: id, order: null });
    case 'agreement': {
      const order = await requireOrder(db, ctx.userId, id);
      return renderAgreement(ctx, db, { proposalNo: order.proposalNo, order });
    }
    case 'addendum': {
      const addendum = await readAddendum(db, ctx.userId, id);
      if (!addendum) throw notFound();
      const bytes = await drawAddendum({ ...addendum, accepted: addendum.acceptance });
      return { language: addendum.document.language as Language, bytes };
    }
    case 'receipt':
      return { language, bytes: await drawReceipt(await receiptData(ctx, db, { repayId: id, journalId: part })) };
    case 'statement':
      return { language, bytes: await drawAccountStatement(await accountStatementData(ctx, db, id)) };
    case 'closing':
      return { language, bytes: await drawClosing(await closingData(ctx, db, id)) };
    default: {
      const missing: never = kind;
      throw new RangeError(`no such document: ${missing}`);
    }
  }
}

async function requireKfs(ctx: UserCtx, db: Db, proposalNo: string) {
  const record = await readKfs(db, ctx.userId, proposalNo);
  if (!record) throw notFound();
  return record;
}

/** Renders the agreement of an accepted order, or its draft before acceptance. */
async function renderAgreement(
  ctx: UserCtx,
  db: Db,
  input: { proposalNo: string; order: (Parameters<typeof readPaidAccount>[1] & { repayId: string }) | null },
): Promise<RenderedDocument> {
  const { order } = input;
  const { kfs, kfsHash, acceptance } = await requireKfs(ctx, db, input.proposalNo);
  if (order && !acceptance) throw notFound();
  const bytes = await drawAgreement({
    kfs,
    kfsHash,
    borrowerName: (await readBorrowerName(db, ctx.deps.crypto, ctx.userId)) ?? '',
    account: (order && (await readPaidAccount(db, order))) ?? null,
    accepted: order && acceptance ? { repayId: order.repayId, by: acceptance } : null,
  });
  return { language: kfs.language as Language, bytes };
}
