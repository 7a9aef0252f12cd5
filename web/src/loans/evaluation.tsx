import { useEffect, useState } from 'react';
import { formatMoney } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { clearDraft, keepDraft, readDraft } from '../session-draft.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CountdownDialog } from '../ui/countdown-dialog.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StepList } from '../ui/steps.tsx';
import { SuccessDialog } from '../ui/success-dialog.tsx';
import { Stack, Text } from '../ui/text.tsx';

const SEEN = 'evaluation';

type Stage = 'unseen' | 'counting' | 'waiting';
type State = 'evaluating' | 'approved' | 'declined' | 'review';

/**
 * The dialogs around an evaluation: ten seconds of countdown, once, that end early with it; after it, if it went well,
 * "Congratulations", once. Between the two the screen's own waiting view stands.
 */
export function EvaluationDialogs({ state, limitPaise }: { state: State; limitPaise: number }) {
  const t = useT();
  // A countdown begun before a reload is not begun again: it never loops.
  const [stage, setStage] = useState<Stage>(() => (readDraft(SEEN)['seen'] ? 'waiting' : 'unseen'));
  const isEvaluating = state === 'evaluating';
  useEffect(() => {
    if (isEvaluating && stage === 'unseen') {
      keepDraft(SEEN, { seen: '1' });
      setStage('counting');
    }
    if (!isEvaluating && stage === 'waiting' && state !== 'approved') {
      clearDraft(SEEN);
      setStage('unseen');
    }
  }, [isEvaluating, stage, state]);
  const done = () => {
    clearDraft(SEEN);
    setStage('unseen');
  };
  return (
    <>
      <CountdownDialog
        open={stage === 'counting'}
        title={t('ui.amount_evaluated')}
        text={t('home.evaluating_text')}
        ended={!isEvaluating}
        onEnd={() => setStage('waiting')}
      />
      <SuccessDialog
        open={stage === 'waiting' && state === 'approved'}
        title={t('home.congratulations')}
        text={t('home.limit_is', { amount: formatMoney(limitPaise, 'whole') })}
        action={t('home.return_home')}
        onAction={done}
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
