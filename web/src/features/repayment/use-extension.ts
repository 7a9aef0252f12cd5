import { CODES } from '@noren/contract/codes';
import { repayDetail } from '@noren/contract/repayment';
import { type Addendum, acceptExtension, quoteExtension } from '@noren/contract/servicing';
import { useState } from 'react';
import { ApiError, NoAnswer } from '../../api/api.ts';
import { refresh, useSend } from '../../api/hooks.tsx';
import { clearDraft, holdDraftInMemory, readDraftInMemory } from '../../session/drafts.ts';

/** Draft name: the addendum ticked as read when a code was requested. */
const ADDENDUM_DRAFT = 'repay.addendum';

/** The addendum to reopen after a code confirmation, if it belongs to this order. */
export function addendumDraft(repayId: string): Addendum | null {
  const { json } = readDraftInMemory(ADDENDUM_DRAFT);
  if (json === undefined) return null;
  const held = JSON.parse(json) as Addendum;
  return held.repayId === repayId ? held : null;
}

/** Moves the due date: `ask` prices it, `accept` accepts it. `trouble` is the error as text. */
export function useExtension(repayId: string) {
  const [held] = useState(() => addendumDraft(repayId));
  const [addendum, setAddendum] = useState(held);
  const [trouble, setTrouble] = useState<string | null>(null);
  const quoting = useSend(quoteExtension);
  const accepting = useSend(acceptExtension);

  const showError = (error: ApiError | NoAnswer) => {
    // The app opens the code confirmation and returns to this page.
    if (error instanceof NoAnswer || error.code !== CODES.confirmByCode) setTrouble(error.message);
  };

  return {
    addendum,
    /** Whether it was ticked before a code confirmation. */
    isRead: held !== null && held.addendumNo === addendum?.addendumNo,
    trouble,
    isRequesting: quoting.isSending,
    isAccepting: accepting.isSending,
    forget: () => clearDraft(ADDENDUM_DRAFT),
    async request(days: number): Promise<void> {
      if (quoting.isSending) return;
      setTrouble(null);
      const answer = await quoting.send({ body: { repayId, days } }, showError);
      if (answer) setAddendum(answer.addendum);
    },
    /** Resolves to whether the addendum is accepted, now or earlier. */
    async accept(): Promise<boolean> {
      if (!addendum) return false;
      if (addendum.isAccepted) return true;

      setTrouble(null);

      const { addendumNo, hash } = addendum;
      const answer = await accepting.send(
        { body: { addendumNo, hash, acknowledged: true } },
        (error) => {
          const code = error instanceof ApiError ? error.code : null;
          if (code === CODES.confirmByCode)
            holdDraftInMemory(ADDENDUM_DRAFT, { json: JSON.stringify(addendum) });
          // The price has expired: a new one is requested.
          if (code === CODES.offerGone) setAddendum(null);
          showError(error);
        },
      );
      if (!answer) return false;

      setAddendum(answer.addendum);
      // If the user leaves before choosing a channel, the page shows the accepted addendum.
      refresh(repayDetail);

      return true;
    },
  };
}

export type ExtensionFlow = ReturnType<typeof useExtension>;
