import type { DocumentKind } from '@noren/contract/documents';
import type { Language } from '@noren/contract/fields';
import type { Db } from '../../platform/db/db.ts';
import { drawAccountStatement } from './draw-account-statement.ts';
import { drawAddendum } from './draw-addendum.ts';
import { drawAgreement } from './draw-agreement.ts';
import { drawClosing } from './draw-closing.ts';
import { drawKfs } from './draw-kfs.ts';
import { drawReceipt } from './draw-receipt.ts';
import {
  accountStatementData,
  closingData,
  type DocumentCtx,
  notFound,
  receiptData,
  requireOrder,
} from './order-documents.ts';
import { readAddendum, readBorrowerName, readKfs, readPaidAccount } from './store.ts';

interface RenderedDocument {
  readonly language: Language;
  readonly bytes: Buffer;
}

/** @throws CallError 404 for a document that does not exist or is not the user's */
export async function renderDocument(
  ctx: DocumentCtx,
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
      return {
        language,
        bytes: await drawReceipt(await receiptData(ctx, db, { repayId: id, journalId: part })),
      };
    case 'statement':
      return {
        language,
        bytes: await drawAccountStatement(await accountStatementData(ctx, db, id)),
      };
    case 'closing':
      return { language, bytes: await drawClosing(await closingData(ctx, db, id)) };
    default: {
      const missing: never = kind;
      throw new RangeError(`no such document: ${missing}`);
    }
  }
}

async function requireKfs(ctx: DocumentCtx, db: Db, proposalNo: string) {
  const record = await readKfs(db, ctx.userId, proposalNo);
  if (!record) throw notFound();
  return record;
}

/** Renders the agreement of an accepted order, or its draft before acceptance. */
async function renderAgreement(
  ctx: DocumentCtx,
  db: Db,
  input: {
    proposalNo: string;
    order: (Parameters<typeof readPaidAccount>[1] & { repayId: string }) | null;
  },
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
