import { CODES } from '@noren/contract/codes';
import { applyGuidance, giveUpGuidance, guidanceMsg } from '@noren/contract/preorder';
import { OrderStatus } from '@noren/core/lending/order-status';
import { useEffect, useState } from 'react';
import { ApiError, type NoAnswer } from '../../api/api.ts';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { formatMoment, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { clearDraft, holdDraftInMemory, readDraftInMemory } from '../../session/drafts.ts';
import { postponePrompt } from '../../session/prompt-history.ts';
import type { Guidance } from '../../shared/loan/guide-dialogs.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { whenIdle } from '../../ui/routing/idle.ts';
import { lazyWithPreload } from '../../ui/routing/lazy-with-preload.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';
import { useHiddenAmounts } from './hidden-amounts.tsx';
import { OverdueCallout } from './order-callouts.tsx';

const GuideDialog = lazyWithPreload(
  async () => (await import('../../shared/loan/guide-dialogs.tsx')).GuideDialog,
);

const GuideDone = lazyWithPreload(
  async () => (await import('../../shared/loan/guide-dialogs.tsx')).GuideDone,
);

const RetainDialog = lazyWithPreload(
  async () => (await import('../../shared/loan/guide-dialogs.tsx')).RetainDialog,
);

/** Draft name: the guide that was open when a code was requested, to reopen afterwards. */
const OPEN_GUIDE_DRAFT = 'guide';

type Step = 'none' | 'guide' | 'retain' | 'done';

/**
 * The loan guide on Home: opens automatically when it is new, afterwards from its card. Cancel asks
 * each time whether to dismiss it; a guide that the server no longer offers is not shown.
 */
export function LoanGuide() {
  // Optional on Home: its request waits until the rest of the screen has loaded.
  const [isTurn, setTurn] = useState(false);
  useEffect(() => whenIdle(() => setTurn(true)), []);

  const { data } = useCall(guidanceMsg, { isOptional: true, isOn: isTurn });
  // An open guide stays until it is answered, although a refetch no longer returns it.
  const [opened, setOpened] = useState<Guidance>();
  const [step, setStep] = useState<Step>('none');
  const guidance = data?.guidance ?? null;

  useEffect(() => {
    if (!guidance || !isToOpen(guidance)) return;

    openedOnce.add(guidance.guidanceId);
    clearDraft(OPEN_GUIDE_DRAFT);
    setOpened(guidance);
    setStep('guide');
  }, [guidance]);

  const open = () => {
    if (!guidance) return;
    setOpened(guidance);
    setStep('guide');
  };

  return (
    <>
      {guidance && step !== 'done' && <GuideCard guidance={guidance} onSee={open} />}
      {opened && step !== 'none' && (
        <OpenGuide key={opened.guidanceId} guidance={opened} step={step} onStep={setStep} />
      )}
    </>
  );
}

function GuideCard({ guidance, onSee }: { guidance: Guidance; onSee: () => void }) {
  const t = useT();
  const limit = useHiddenAmounts() ? '₹••••' : formatMoney(guidance.requestedLimitPaise, 'whole');

  return (
    <Callout
      title={t('guide.card', { limit })}
      text={t('guide.until', { moment: formatMoment(guidance.expiresAt) })}
      action={
        <Button kind="quiet" onClick={onSee}>
          {t('guide.see')}
        </Button>
      }
    />
  );
}

/** Guides opened automatically in this page load: a cached answer may still mark them as new. */
const openedOnce = new Set<string>();

const isToOpen = ({ guidanceId, isNew }: Guidance): boolean =>
  (isNew && !openedOnce.has(guidanceId)) ||
  readDraftInMemory(OPEN_GUIDE_DRAFT)['guidanceId'] === guidanceId;

type OpenProps = { guidance: Guidance; step: Step; onStep: (step: Step) => void };

function OpenGuide({ guidance, step, onStep }: OpenProps) {
  const t = useT();
  const navigate = useNavigate();
  const applying = useSend(applyGuidance);
  const givingUp = useSend(giveUpGuidance);
  const [isReserved, setReserved] = useState(false);
  const [error, setError] = useState<ApiError | NoAnswer>();
  const { guidanceId, applyTotalAmount, products } = guidance;

  const apply = async () => {
    setError(undefined);
    onStep('guide');

    const answer = await applying.send({ body: { applyTotalAmount, products } }, (failure) => {
      if (failure instanceof ApiError && failure.code === CODES.confirmByCode)
        holdDraftInMemory(OPEN_GUIDE_DRAFT, { guidanceId });
      else setError(failure);
    });
    if (!answer) return;

    setReserved(answer.reserved.some(({ borrowStatus }) => borrowStatus === OrderStatus.reserved));
    onStep('done');
    refresh();
  };

  const giveUp = async () => {
    setError(undefined);

    const answer = await givingUp.send({ body: { guidanceId } }, setError);
    if (!answer) return;

    onStep('none');
    toast(t('guide.given_up'));
    refresh(guidanceMsg);
  };

  const cancel = () => {
    setError(undefined);
    onStep('retain');
  };

  const later = () => {
    onStep('none');
    if (error instanceof ApiError) refresh();
  };

  const isSending = applying.isSending || givingUp.isSending;
  const trouble = error && <GuideTrouble error={error} />;

  if (step === 'retain')
    return (
      <RetainDialog
        {...{ guidance, isSending, trouble }}
        onApply={() => void apply()}
        onGiveUp={() => void giveUp()}
        onLater={later}
      />
    );

  if (step === 'guide')
    return (
      <GuideDialog
        {...{ guidance, isSending, trouble }}
        onApply={() => void apply()}
        onCancel={cancel}
        onLater={later}
      />
    );

  return (
    <GuideDone
      open
      limit={guidance.requestedLimitPaise}
      isReserved={isReserved}
      onSeen={() => {
        postponePrompt('notifications');
        navigate('/order');
      }}
    />
  );
}

function GuideTrouble({ error }: { error: ApiError | NoAnswer }) {
  if (error instanceof ApiError && error.code === CODES.lockedByOverdue)
    return <OverdueCallout repayId={undefined} />;
  return <Callout tone="due" title={error.message} />;
}
