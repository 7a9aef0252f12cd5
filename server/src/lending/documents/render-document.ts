import type { DocumentKind } from '@noren/contract/documents';
import type { Language } from '@noren/contract/fields';
import { regulatoryRowOn } from '@noren/core/lending/terms';
import type { Db } from '../../platform/db/db.ts';
import { notFound } from '../../platform/http/call-error.ts';
import { requireOrder } from '../orders/own-order.ts';
import { drawAccountStatement } from './draw-account-statement.ts';
import { drawAddendum } from './draw-addendum.ts';
import { drawAgreement } from './draw-agreement.ts';
import { drawClosing } from './draw-closing.ts';
import { drawKfs } from './draw-kfs.ts';
import { drawPolicy, hashPolicy, type PolicyData } from './draw-policy.ts';
import { drawReceipt } from './draw-receipt.ts';
import {
  accountStatementData,
  closingData,
  type DocumentCtx,
  receiptData,
} from './order-documents.ts';
import { hashOrderData, type OrderData } from './order-pdf.ts';
import type { SealFacts } from './seal-words.ts';
import { readAddendum, readBorrowerName, readKfs, readPaidAccount } from './store.ts';

export interface RenderedDocument {
  readonly language: Language;
  readonly bytes: Buffer;
  /** SHA-256 of what it was drawn from. */
  readonly contentHash: string;
}

/** Who seals a document and when; who accepted it is read with it. */
type SealOrder = Omit<SealFacts, 'accepted'>;

/**
 * Draws a document, with room for a signature if it is to be sealed.
 * @throws CallError 404 for a document that does not exist or is not the user's
 */
export async function renderDocument(
  ctx: DocumentCtx,
  db: Db,
  input: { kind: DocumentKind; id: string; part: string; seal?: SealOrder },
): Promise<RenderedDocument> {
  const { kind, id, part, seal } = input;

  switch (kind) {
    case 'kfs': {
      const record = await requireKfs(ctx, db, id);
      return {
        language: record.kfs.language as Language,
        bytes: await drawKfs(record, withAcceptance(seal, record.acceptance)),
        contentHash: record.kfsHash,
      };
    }
    case 'wording':
      return renderAgreement(ctx, db, { proposalNo: id, order: null });
    case 'agreement': {
      const order = await requireOrder(db, ctx.userId, id);
      return renderAgreement(ctx, db, { proposalNo: order.proposalNo, order, seal });
    }
    case 'privacy':
      return renderPolicy(ctx, db, { repayId: id, seal });
    case 'addendum': {
      const addendum = await readAddendum(db, ctx.userId, id);
      if (!addendum) throw notFound();

      const { acceptance, document, hash } = addendum;
      const bytes = await drawAddendum(
        { ...addendum, accepted: acceptance },
        withAcceptance(seal, acceptance),
      );

      return { language: document.language as Language, bytes, contentHash: hash };
    }
    case 'receipt': {
      const data = await receiptData(ctx, db, { repayId: id, journalId: part });
      return describeDrawing(data, await drawReceipt(data));
    }
    case 'statement': {
      const data = await accountStatementData(ctx, db, id);
      return describeDrawing(data, await drawAccountStatement(data, withAcceptance(seal, null)));
    }
    case 'closing': {
      const data = await closingData(ctx, db, id);
      return describeDrawing(data, await drawClosing(data, withAcceptance(seal, null)));
    }
    default: {
      const missing: never = kind;
      throw new RangeError(`no such document: ${missing}`);
    }
  }
}

/** The policy is a paper of a loan only when it is sealed; the app shows it otherwise. */
async function renderPolicy(
  ctx: DocumentCtx,
  db: Db,
  { repayId, seal }: { repayId: string; seal: SealOrder | undefined },
): Promise<RenderedDocument> {
  const order = await requireOrder(db, ctx.userId, repayId);
  const { kfs, acceptance } = await requireKfs(ctx, db, order.proposalNo);
  if (!acceptance || !seal) throw notFound();

  const { lender, appGrievance, policyVersion, identityServices } = ctx.deps.appConfig;
  const data: PolicyData = {
    repayId,
    language: kfs.language as Language,
    version: policyVersion,
    textVersion: kfs.textVersion,
    at: acceptance.at,
    lender,
    appGrievance,
    complaintDays: regulatoryRowOn('complaintAnswerDays', kfs.issuedDay).value,
    identityServices,
  };

  return {
    language: data.language,
    bytes: await drawPolicy(data, { ...seal, accepted: acceptance }),
    contentHash: hashPolicy(data),
  };
}

const describeDrawing = (data: OrderData, bytes: Buffer): RenderedDocument => ({
  language: data.language,
  bytes,
  contentHash: hashOrderData(data),
});

const withAcceptance = (
  seal: SealOrder | undefined,
  accepted: SealFacts['accepted'],
): SealFacts | undefined => seal && { ...seal, accepted };

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
    seal?: SealOrder | undefined;
  },
): Promise<RenderedDocument> {
  const { order, seal } = input;
  const { kfs, kfsHash, acceptance } = await requireKfs(ctx, db, input.proposalNo);
  if (order && !acceptance) throw notFound();

  const data = {
    kfs,
    kfsHash,
    borrowerName: (await readBorrowerName(db, ctx.deps.crypto, ctx.userId)) ?? '',
    account: (order && (await readPaidAccount(db, order))) ?? null,
    accepted: order && acceptance ? { repayId: order.repayId, by: acceptance } : null,
  };
  const bytes = await drawAgreement(data, withAcceptance(seal, acceptance));

  return { language: kfs.language as Language, bytes, contentHash: kfsHash };
}
