import { useEffect, useState } from 'react';
import { formatMoney } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { type EvaluationMark, keepEvaluationMark, readEvaluationMark } from '../session-evaluation.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CountdownDialog } from '../ui/countdown-dialog.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StepList } from '../ui/steps.tsx';
import { SuccessDialog } from '../ui/success-dialog.tsx';
import { Stack, Text } from '../ui/text.tsx';

type State = 'evaluating' | 'approved' | 'declined' | 'review';

/**
 * The dialogs around an evaluation: ten seconds of countdown, once, that end early with it; after it, if it went well,
 * "Congratulations", once — also when it had ended before this screen was opened. Between the two the screen's own
 * waiting view stands.
 */
export function EvaluationDialogs({ state, limitPaise }: { state: State; limitPaise: number }) {
  const t = useT();
  const [mark, setMark] = useState(readEvaluationMark);
  const [isCounting, setCounting] = useState(false);
  const note = (next: EvaluationMark | undefined) => {
    keepEvaluationMark(next);
    setMark(next);
  };
  // A countdown begun before a reload is not begun again: it never loops.
  const isToCount = state === 'evaluating' && mark !== 'counted';
  const isOver = state === 'declined' && mark !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these two are all that calls for a note
  useEffect(() => {
    if (isToCount) {
      note('counted');
      setCounting(true);
    }
    if (isOver) note(undefined);
  }, [isToCount, isOver]);
  return (
    <>
      <CountdownDialog
        open={isCounting}
        title={t('ui.amount_evaluated')}
        text={t('home.evaluating_text')}
        ended={state !== 'evaluating'}
        onEnd={() => setCounting(false)}
      />
      <SuccessDialog
        open={!isCounting && mark !== undefined && state === 'approved'}
        title={t('home.congratulations')}
        text={t('home.limit_is', { amount: formatMoney(limitPaise, 'whole') })}
        action={t('home.return_home')}
        onAction={() => note(undefined)}
      />
    </>
  );
}

/** While the amount is being evaluated and the countdown is over; the screen around it keeps asking. */
export function EvaluatingView() {
  const t = useT();
  return (
    <Card>
      <Stack gap={3}>
        <h2>{t('ui.amount_evaluated')}</h2>
        <StepList
          items={[
            { label: t('home.step_details'), state: 'done' },
            { label: t('home.step_amount'), state: 'now' },
            { label: t('home.step_choose'), state: 'todo' },
          ]}
        />
        <Text>{t('home.evaluating_live')}</Text>
      </Stack>
    </Card>
  );
}

type OutcomeProps = { state: 'declined' | 'review'; reasons: readonly { id: string; text: string }[] };

/** Not approved, or looked at by a person: why, in plain words, and a way on. */
export function OutcomeView({ state, reasons }: OutcomeProps) {
  const t = useT();
  return (
    <Stack gap={4}>
      <EmptyState
        icon={state === 'review' ? 'person' : 'document'}
        title={t(`home.${state}_title`)}
        text={t(`home.${state}_text`)}
        action={
          <ButtonLink kind="ghost" to="/customer-service">
            {t('home.ask_service')}
          </ButtonLink>
        }
      />
      {reasons.length > 0 && (
        <Card label={t('home.reasons')}>
          <Stack gap={2}>
            <h2>{t('home.reasons')}</h2>
            <Stack gap={2} as="ul">
              {reasons.map((reason) => (
                <li key={reason.id}>{reason.text}</li>
              ))}
            </Stack>
          </Stack>
        </Card>
      )}
    </Stack>
  );
}
