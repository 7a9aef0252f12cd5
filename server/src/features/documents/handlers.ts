import { createHash } from 'node:crypto';
import type { DocumentKind } from '@noren/contract/documents';
import type { Language } from '@noren/contract/fields';
import type { Db } from '../../platform/db/db.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';
import { orRateLimited } from '../../platform/http/rate-limits.ts';
import { requireCodeForSaved } from '../../platform/http/step-up.ts';
import { drawAddendum } from './draw-addendum.ts';
import { drawAgreement } from './draw-agreement.ts';
import { drawClosing } from './draw-closing.ts';
import { drawKfs } from './draw-kfs.ts';
import { drawReceipt } from './draw-receipt.ts';
import { drawStatement } from './draw-statement.ts';
import { groupDocuments } from './list-documents.ts';
import { accountOf, closingOf, needOrder, notFound, receiptOf } from './order-documents.ts';
import {
  listAddenda,
  listLoans,
  listPayments,
  readAddendum,
  readBorrowerName,
  readPaidAccount,
  readStatement,
} from './store.ts';

/** A document drawn: in which language, and its bytes. */
interface Drawn {
  readonly language: Language;
  readonly bytes: Buffer;
}

/** The borrower's documents: a list, and each drawn when it is asked for. */
export const borrowerDocumentHandlers: Handlers<'documentList' | 'viewDocument'> = {
  async documentList({ userId, now }, _input, db) {
    const [loans, payments, addenda] = await Promise.all([
      listLoans(db, userId, now),
      listPayments(db, userId),
      listAddenda(db, userId),
    ]);
    return { groups: groupDocuments({ loans, payments, addenda, now }) };
  },

  // A read has no transaction: drawing keeps no lock and no connection.
  async viewDocument(ctx, { params }, db) {
    const { documentId } = params;
    const [kind, of = '', part = ''] = documentId.split('.') as [DocumentKind, string?, string?];
    orRateLimited(await ctx.deps.limits.take([['document-draw-user-minute', ctx.userId]], ctx.now));
    // A statement names no borrower; everything else does, and a link may have been forwarded.
    requireCodeForSaved(ctx, kind !== 'kfs');
    const { language, bytes } = await draw(ctx, db, { kind, of, part });
    return {
      documentId,
      kind,
      language,
      fileName: `noren-${kind}-${of}${part && `-${part.slice(-6)}`}.pdf`.toLowerCase(),
      mediaType: 'application/pdf',
      contentBase64: bytes.toString('base64'),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
  },
};

/** @throws CallError 404 for what is not there, or not the user's */
async function draw(ctx: UserCtx, db: Db, asked: { kind: DocumentKind; of: string; part: string }): Promise<Drawn> {
  const { kind, of, part } = asked;
  const { language } = ctx;
  switch (kind) {
    case 'kfs': {
      const statement = await needStatement(ctx, db, of);
      return { language: statement.kfs.language as Language, bytes: await drawKfs(statement) };
    }
    case 'wording':
      return drawTerms(ctx, db, { proposalNo: of, order: null });
    case 'agreement': {
      const order = await needOrder(db, ctx.userId, of);
      return drawTerms(ctx, db, { proposalNo: order.proposalNo, order });
    }
    case 'addendum': {
      const kept = await readAddendum(db, ctx.userId, of);
      if (!kept) throw notFound();
      const bytes = await drawAddendum({ ...kept, accepted: kept.acceptance });
      return { language: kept.document.language as Language, bytes };
    }
    case 'receipt':
      return { language, bytes: await drawReceipt(await receiptOf(ctx, db, { repayId: of, journalId: part })) };
    case 'statement':
      return { language, bytes: await drawStatement(await accountOf(ctx, db, of)) };
    case 'closing':
      return { language, bytes: await drawClosing(await closingOf(ctx, db, of)) };
    default: {
      const missing: never = kind;
      throw new RangeError(`no such document: ${missing}`);
    }
  }
}

async function needStatement(ctx: UserCtx, db: Db, proposalNo: string) {
  const statement = await readStatement(db, ctx.userId, proposalNo);
  if (!statement) throw notFound();
  return statement;
}

/** The agreement of an accepted order, or the wording of one that accepting a statement would make. */
async function drawTerms(
  ctx: UserCtx,
  db: Db,
  of: { proposalNo: string; order: (Parameters<typeof readPaidAccount>[1] & { repayId: string }) | null },
): Promise<Drawn> {
  const { order } = of;
  const { kfs, kfsHash, acceptance } = await needStatement(ctx, db, of.proposalNo);
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
