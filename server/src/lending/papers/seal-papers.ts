import type { DocumentKind } from '@noren/contract/documents';
import { notify } from '../../notifications/store.ts';
import type { Deps } from '../../platform/deps.ts';
import { attachFile, storeFile } from '../../platform/files/stored-file.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { JobPayloads } from '../../platform/jobs/job-store.ts';
import type { PaperSealer } from '../../platform/ports/paper-sealer.ts';
import { renderDocument } from '../documents/render-document.ts';
import { sealFile } from '../documents/seal-file.ts';
import { findOrderById } from '../orders/order-store.ts';
import { readLanguage } from '../statements/user-language-store.ts';
import { PAPER_FILE } from './open-document.ts';
import { dropPaper, listWaitingPapers, saveSeal, type WaitingPaper } from './papers-store.ts';

/**
 * Job: seals the papers of an order that wait for it, and tells the borrower where they are. Each
 * is drawn and sealed outside a transaction; one whose seal is not stored is sealed again.
 * @throws Error when the sealer gave no signature; the job is tried again
 */
export async function sealPapers(deps: Deps, order: JobPayloads['seal-papers']): Promise<void> {
  const { db, paperSealer } = deps;
  const waiting = await listWaitingPapers(db, order);
  if (waiting.length === 0) return;
  if (!paperSealer) throw new Error('papers wait for a certificate that this process lacks');

  for (const paper of waiting) await sealPaper(deps, paperSealer, paper);
}

async function sealPaper(deps: Deps, sealer: PaperSealer, paper: WaitingPaper): Promise<void> {
  const { userId, documentId } = paper;
  const [kind = '', id = ''] = documentId.split('.');
  const at = deps.now();
  const order = await findOrderById(deps.db, userId, paper.orderId);
  if (!order) throw new Error('a paper without its order');

  const { repayId } = order;
  const drawn = await drawPaper(deps, paper, {
    kind: kind as DocumentKind,
    id,
    seal: {
      at,
      signer: sealer.signer,
      bytes: sealer.mostBytes,
      isSandbox: deps.config.isSandbox,
      orderNo: repayId,
    },
  });
  if (drawn === null) return dropPaper(deps.db, paper);

  const sealed = await sealFile(drawn.bytes, sealer);
  const fileId = await storeFile(deps, { userId, kind: PAPER_FILE }, sealed);
  const { language, contentHash } = drawn;

  await deps.db.transaction().execute(async (tx) => {
    if (!(await saveSeal(tx, paper, { at, language, contentHash, fileId }))) return;

    await attachFile(tx, userId, fileId);
    // What is agreed is told; the letter of a closed loan has a message of its own.
    if (kind === 'agreement' || kind === 'addendum')
      await notify(tx, deps, {
        userId,
        kind: 'papers_sealed',
        reference: documentId,
        values: { repayId },
      });
  });
}

/** Null when there is no such document any more. */
async function drawPaper(
  deps: Deps,
  { userId }: WaitingPaper,
  of: Omit<Parameters<typeof renderDocument>[2], 'part'>,
) {
  const language = await readLanguage(deps.db, userId);
  const ctx = { deps, userId, language, today: deps.today() };

  try {
    return await renderDocument(ctx, deps.db, { ...of, part: '' });
  } catch (error) {
    if (error instanceof CallError) return null;
    throw error;
  }
}
