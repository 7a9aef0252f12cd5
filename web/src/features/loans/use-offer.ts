import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { applyLoan, quoteLoan, viewKfs } from '@noren/contract/loans';
import type { Reason } from '@noren/contract/reasons';
import { OrderStatus } from '@noren/core/lending/order-status';
import { useState } from 'react';
import { ApiError, type NoAnswer } from '../../api/api.ts';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { language } from '../../i18n/index.ts';
import { holdDraftInMemory } from '../../session/drafts.ts';

/** A priced loan and its Key Facts Statement. */
export type Offer = AnswerOf<typeof quoteLoan>;

/** Draft name: the key facts statement ticked as read when a code was requested. */
export const READ = 'loans.read';

/** Why an offer could not be made or accepted, by how the screen reacts. */
export type Trouble =
  | { kind: 'none' | 'gone' | 'locked' }
  | { kind: 'message' | 'account' | 'consent'; text: string };

/**
 * The current offer: quoted, read, accepted. `reopen` is the statement that was open before a code
 * confirmation.
 */
export function useOffer(productCode: string, reopen: string | undefined) {
  const [made, setMade] = useState<Offer | null>(null);
  const [isClosed, setClosed] = useState(reopen === undefined);
  const quoting = useSend(quoteLoan);

  const before = useCall(viewKfs, {
    params: { proposalNo: reopen ?? '' },
    isOn: reopen !== undefined && !isClosed && made === null,
  });

  // Reopened only in the language it was read in, and only if it was not accepted yet.
  const old =
    before.data?.kfs.language === language() && !before.data.kfs.isAccepted
      ? before.data
      : undefined;
  const accepting = useAccepting(isClosed ? null : (made ?? old ?? null));
  const { setTrouble } = accepting;

  return {
    ...accepting,
    isRequesting: quoting.isSending || (!isClosed && made === null && before.isLoading),
    isReopening: !isClosed && made === null && before.isLoading,
    close: () => {
      setClosed(true);
      setTrouble({ kind: 'none' });
    },
    async request(principalPaise: number, couponId: string | null): Promise<void> {
      setTrouble({ kind: 'none' });

      const answer = await quoting.send(
        { body: { productCode, principalPaise, couponId } },
        (error) => setTrouble(toOfferTrouble(error)),
      );
      if (answer === undefined) return;

      setMade(answer);
      setClosed(false);
    },
  };
}

/** Accepts the open key facts statement; `open` is null when none is open. */
export function useAccepting(open: Offer | null) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const [trouble, setTrouble] = useState<Trouble>({ kind: 'none' });
  const applying = useSend(applyLoan);
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
          setOutcome({ kind: 'pending' });
          return refresh();
        }

        // After the code the same statement is shown again, with its tick.
        if (error instanceof ApiError && error.code === CODES.confirmByCode)
          holdDraftInMemory(READ, { proposalNo });
        setTrouble(toOfferTrouble(error));
      });
      if (answer === undefined) return;

      setOutcome(toOutcome(answer));
      refresh();
    },
  };
}

/** The result of an application; `pending` while the limit is being evaluated. */
export type Outcome =
  | { kind: 'none' | 'pending' }
  | { kind: 'applied'; netPaise: number; accountLast4: string | null }
  | { kind: 'declined'; repayId: string };

/** The result that the application's response states. */
export function toOutcome({
  repayId,
  borrowStatus,
  ...paidOut
}: AnswerOf<typeof applyLoan>): Outcome {
  return borrowStatus === OrderStatus.declined
    ? { kind: 'declined', repayId }
    : { kind: 'applied', ...paidOut };
}

/** The state and actions for reading and accepting a key facts statement. */
export type OfferUnderWay = Omit<ReturnType<typeof useAccepting>, 'setTrouble'> & {
  isRequesting: boolean;
  close: () => void;
};

/** The trouble that an error means for the screen. */
export function toOfferTrouble(error: ApiError | NoAnswer): Trouble {
  if (!(error instanceof ApiError)) return { kind: 'message', text: error.message };
  switch (error.code) {
    case CODES.offerGone:
      return { kind: 'gone' };
    case CODES.lockedByOverdue:
      return { kind: 'locked' };
    case CODES.confirmByCode:
      // The app opens the code confirmation and returns here.
      return { kind: 'none' };
    default:
      return { kind: classifyReason(error.data?.reason), text: error.message };
  }
}

/** The refusal reason, if the user can fix it. */
function classifyReason(reason: Reason | undefined): 'account' | 'consent' | 'message' {
  if (reason === 'account') return 'account';
  return reason === 'consent_withdrawn' ? 'consent' : 'message';
}
