import { CODES } from '@noren/contract/codes';
import { repayDetail } from '@noren/contract/repayment';
import { type Addendum, acceptExtension, quoteExtension } from '@noren/contract/servicing';
import { useState } from 'react';
import { ApiError, NoAnswer } from '../../api/api.ts';
import { refresh, useSend } from '../../api/hooks.tsx';
import { clearDraft, holdDraftInMemory, readDraftInMemory } from '../../session/drafts.ts';

/** The addendum that was ticked as read when a code was asked for. */
const HELD = 'repay.addendum';

/** The addendum to come back to after a code, if it is this order's. */
export function heldAddendum(repayId: string): Addendum | null {
  const { json } = readDraftInMemory(HELD);
  if (json === undefined) return null;
  const held = JSON.parse(json) as Addendum;
  return held.repayId === repayId ? held : null;
}

/** Moving the due date: priced by `ask`, accepted by `accept`. `trouble` says why not, in words. */
export function useExtension(repayId: string) {
  const [held] = useState(() => heldAddendum(repayId));
  const [addendum, setAddendum] = useState(held);
  const [trouble, setTrouble] = useState<string | null>(null);
  const quoting = useSend(quoteExtension, 'screen');
  const accepting = useSend(acceptExtension, 'screen');
  const tell = (error: ApiError | NoAnswer) => {
    // A code is asked for and this page come back to.
    if (error instanceof NoAnswer || error.code !== CODES.confirmByCode) setTrouble(error.message);
  };
  return {
    addendum,
    /** It was ticked before a code was asked for. */
    isRead: held !== null && held.addendumNo === addendum?.addendumNo,
    trouble,
    isAsking: quoting.isSending,
    isAccepting: accepting.isSending,
    forget: () => clearDraft(HELD),
    async ask(days: number): Promise<void> {
      setTrouble(null);
      const answer = await quoting.send({ body: { repayId, days } }, tell);
      if (answer) setAddendum(answer.addendum);
    },
    /** Answers whether it is accepted, now or before. */
    async accept(): Promise<boolean> {
      if (!addendum) return false;
      if (addendum.isAccepted) return true;
      setTrouble(null);
      const { addendumNo, hash } = addendum;
      const answer = await accepting.send({ body: { addendumNo, hash, acknowledged: true } }, (error) => {
        const code = error instanceof ApiError ? error.code : null;
        if (code === CODES.confirmByCode) holdDraftInMemory(HELD, { json: JSON.stringify(addendum) });
        // Gone: another price holds now, and is asked for anew.
        if (code === CODES.offerGone) setAddendum(null);
        tell(error);
      });
      if (!answer) return false;
      setAddendum(answer.addendum);
      // Whoever leaves before choosing a way to pay finds it waiting on the page.
      refresh(repayDetail);
      return true;
    },
  };
}

/** What {@link useExtension} gives. */
export type Extending = ReturnType<typeof useExtension>;
