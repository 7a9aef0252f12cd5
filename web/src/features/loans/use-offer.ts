import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { applyLoan, quoteLoan, viewKfs } from '@noren/contract/loans';
import { OrderStatus } from '@noren/core/lending/order-status';
import { useState } from 'react';
import { ApiError, type NoAnswer } from '../../api/api.ts';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { language } from '../../i18n/index.ts';
import { holdDraftInMemory } from '../../session/drafts.ts';

/** A priced loan and its Key Facts Statement. */
export type Offer = AnswerOf<typeof quoteLoan>;

/** Which statement was ticked as read when a code was asked for. */
export const READ = 'loans.read';

/** Why an offer could not be had or taken, as the screen has to answer it. */
export type Trouble = { kind: 'none' | 'gone' | 'locked' } | { kind: 'told' | 'account' | 'consent'; text: string };

/** The offer under way: asked for, read, accepted. `reopen` is the statement open before a code was asked for. */
export function useOffer(productCode: string, reopen: string | undefined) {
  const [made, setMade] = useState<Offer | null>(null);
  const [isClosed, setClosed] = useState(reopen === undefined);
  const quoting = useSend(quoteLoan, 'screen');
  const before = useCall(viewKfs, {
    params: { proposalNo: reopen ?? '' },
    isOn: reopen !== undefined && !isClosed && made === null,
  });
  // Read again only as it was read: not in another language, nor once it was taken.
  const old = before.data?.kfs.language === language() && !before.data.kfs.isAccepted ? before.data : undefined;
  const accepting = useAccepting(isClosed ? null : (made ?? old ?? null));
  const { setTrouble } = accepting;

  return {
    ...accepting,
    isAsking: quoting.isSending || (!isClosed && made === null && before.isLoading),
    isReopening: !isClosed && made === null && before.isLoading,
    close: () => {
      setClosed(true);
      setTrouble({ kind: 'none' });
    },
    async ask(principalPaise: number, couponId: string | null): Promise<void> {
      setTrouble({ kind: 'none' });
      const answer = await quoting.send({ body: { productCode, principalPaise, couponId } }, (error) =>
        setTrouble(troubleOf(error)),
      );
      if (answer === undefined) return;
      setMade(answer);
      setClosed(false);
    },
  };
}

/** A statement that lies open to be read and accepted; null when none does. */
export function useAccepting(open: Offer | null) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const [trouble, setTrouble] = useState<Trouble>({ kind: 'none' });
  const applying = useSend(applyLoan, 'screen');
  const shown = outcome.kind === 'none' ? open : null;
  return {
    shown,
    trouble,
    setTrouble,
    outcome,
    isApplying: applying.isSending,
    async accept(purpose: string): Promise<void> {
      if (shown === null) return;
      setTrouble({ kind: 'none' });
      const { proposalNo, hash } = shown.kfs;
      const body = { proposalNo, kfsHash: hash, acknowledged: true as const, purpose };
      const answer = await applying.send({ body }, (error) => {
        if (error instanceof ApiError && error.code === CODES.limitEvaluating) {
          setOutcome({ kind: 'kept' });
          return refresh();
        }
        // The same statement is come back to as it was left: read and ticked.
        if (error instanceof ApiError && error.code === CODES.confirmByCode) holdDraftInMemory(READ, { proposalNo });
        setTrouble(troubleOf(error));
      });
      if (answer === undefined) return;
      setOutcome(outcomeOf(answer));
      refresh();
    },
  };
}

/** What became of an application; `kept` while the limit is being evaluated. */
export type Outcome = { kind: 'none' | 'applied' | 'kept' } | { kind: 'declined'; repayId: string };

/** What an application's answer says became of it. */
export function outcomeOf({ repayId, borrowStatus }: AnswerOf<typeof applyLoan>): Outcome {
  return borrowStatus === OrderStatus.declined ? { kind: 'declined', repayId } : { kind: 'applied' };
}

/** What reading and accepting a statement takes. */
export type OfferUnderWay = Omit<ReturnType<typeof useAccepting>, 'setTrouble'> & {
  isAsking: boolean;
  close: () => void;
};

/** A failure as the screen has to answer it. */
export function troubleOf(error: ApiError | NoAnswer): Trouble {
  if (!(error instanceof ApiError)) return { kind: 'told', text: error.message };
  switch (error.code) {
    case CODES.offerGone:
      return { kind: 'gone' };
    case CODES.lockedByOverdue:
      return { kind: 'locked' };
    case CODES.confirmByCode:
      // The app has gone to ask for the code and comes back here.
      return { kind: 'none' };
    default:
      return { kind: kindOf(error.data?.reason), text: error.message };
  }
}

/** Which of the refusals with a way to mend it. */
function kindOf(reason: string | undefined): 'account' | 'consent' | 'told' {
  if (reason === 'account') return 'account';
  return reason === 'consent_withdrawn' ? 'consent' : 'told';
}
