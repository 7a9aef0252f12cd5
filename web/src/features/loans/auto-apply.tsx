import type { AnswerOf } from '@noren/contract/call';
import { applyLoanAuto, type creditInfo } from '@noren/contract/loans';
import { codeValidMs } from '@noren/core/people/step-up';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api.ts';
import { refresh, useSend } from '../../api/hooks.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { now } from '../../session/clock.ts';
import { keepEvaluationMark } from '../../shared/loan/evaluation.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { OutcomeDialog } from './applied.tsx';
import style from './home.module.css';
import { type Outcome, toOutcome } from './use-offer.ts';

/**
 * Applies for a loan accepted during the evaluation, once that has ended. If the confirmation code
 * has expired by then, the borrower confirms first, because a new code is needed.
 */
export function AutoApply({ credit }: { credit: AnswerOf<typeof creditInfo> }) {
  const t = useT();
  const { send, isSending } = useSend(applyLoanAuto);
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const [failure, setFailure] = useState<{ text: string; isFinal: boolean }>();
  const sentFor = useRef<string>(undefined);
  const { waiting } = credit;
  const isOver = waiting !== null && (credit.state === 'approved' || credit.state === 'declined');
  const isLate = waiting !== null && now() - waiting.acceptedAt > codeValidMs;

  const apply = async (proposalNo: string) => {
    setFailure(undefined);

    const answer = await send({ body: { proposalNo } }, (error) => {
      setFailure({ text: error.message, isFinal: error instanceof ApiError });
      if (error instanceof ApiError) refresh();
    });
    if (!answer) return;

    keepEvaluationMark(undefined);
    setOutcome(toOutcome(answer));
    refresh();
  };

  const due = isOver && !(isLate && credit.state === 'approved') ? waiting.proposalNo : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a due application triggers sending
  useEffect(() => {
    if (due === undefined || sentFor.current === due) return;
    sentFor.current = due;
    void apply(due);
  }, [due]);

  const again = waiting && (
    <Button kind="quiet" busy={isSending} onClick={() => void apply(waiting.proposalNo)}>
      {t('home.send_now')}
    </Button>
  );

  return (
    <>
      <div role="status" className={style.said}>
        {failure ? (
          <Callout
            tone="due"
            title={t('home.not_sent')}
            text={failure.text}
            action={failure.isFinal ? undefined : again}
          />
        ) : isOver && isLate && credit.state === 'approved' && outcome.kind === 'none' ? (
          <Callout
            title={t('home.ready_to_send', {
              amount: formatMoney(waiting.principalPaise, 'whole'),
            })}
            text={t('home.ready_to_send_text')}
            action={again}
          />
        ) : null}
      </div>
      <OutcomeDialog outcome={outcome} />
    </>
  );
}
