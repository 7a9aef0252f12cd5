import {
  type AutopayState,
  changeAutopay,
  startAutopay,
  viewAutopay,
} from '@noren/contract/autopay';
import { billDetail } from '@noren/contract/orders';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { autopayStateText, DebitWords } from '../../shared/loan/autopay-words.tsx';
import { AccountPage } from '../../shared/navigation/account-page.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, NotLoaded } from '../../ui/feedback/states.tsx';
import { Button, ButtonAnchor, ButtonLink } from '../../ui/layout/button.tsx';
import { Card, Row } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { QrCode } from './qr-code.tsx';

const POLL_EVERY_MS = 3_000;
/** A debit shows without leaving the page. */
const FRESH_EVERY_MS = 60_000;

/** AutoPay of the loans in progress: what it does, and how to set it up, pause and end it. */
export function AutopayScreen() {
  const t = useT();
  const call = useCall(viewAutopay, {
    everyMs: (answer) =>
      answer?.loans.some(({ mandate }) => mandate?.state === 'asked')
        ? POLL_EVERY_MS
        : FRESH_EVERY_MS,
  });

  return (
    <AccountPage title={t('autopay.title')}>
      {call.data ? (
        <Loans loans={call.data.loans} isOffered={call.data.isOffered} />
      ) : (
        <NotLoaded call={call}>
          <Skeleton lines={8} />
        </NotLoaded>
      )}
    </AccountPage>
  );
}

function Loans({ loans, isOffered }: { loans: readonly AutopayState[]; isOffered: boolean }) {
  const t = useT();
  if (loans.length === 0)
    return (
      <EmptyState
        icon="order"
        title={t(isOffered ? 'autopay.none' : 'autopay.not_offered')}
        text={t('autopay.none_text')}
      />
    );

  return (
    <>
      <Text>{t('autopay.lead')}</Text>
      {loans.map((loan) => (
        <LoanAutopay key={loan.repayId} loan={loan} />
      ))}
    </>
  );
}

function LoanAutopay({ loan }: { loan: AutopayState }) {
  const t = useT();
  const { repayId, dueDay, duePaise, mostPaise, silentMostPaise, mandate, debit } = loan;
  const isLive = mandate !== null && mandate.state !== 'ended' && mandate.state !== 'refused';
  const isTooLate = !loan.isAhead || (!isLive && !loan.mayStart);
  const name = t('autopay.of_order', { repayId });
  const card = useRef<HTMLElement>(null);

  return (
    <section ref={card} tabIndex={-1} aria-label={name}>
      {/* Announces changes of the state to screen readers. */}
      <p className="visually-hidden" role="status">
        {mandate && `${name}: ${t(autopayStateText(mandate))}`}
      </p>
      <Stack gap={3}>
        <Card rows>
          <Row label={t('orders.number')} value={repayId} />
          {mandate && (
            <Row strong label={t('orders.status')} value={t(autopayStateText(mandate))} />
          )}
          {!isTooLate && (
            <>
              <Row label={t('autopay.when')} value={formatDay(dueDay)} />
              <Row label={t('autopay.how_much')} value={formatMoney(duePaise)} />
              <Row label={t('autopay.at_most')} value={formatMoney(mostPaise)} />
            </>
          )}
        </Card>
        {debit && <DebitWords debit={debit} />}
        {isTooLate && <TooLate repayId={repayId} />}
        {!isTooLate && duePaise > silentMostPaise && (
          <Callout
            title={t('autopay.pin')}
            text={t('autopay.pin_text', { most: formatMoney(silentMostPaise) })}
          />
        )}
        {mandate?.state === 'asked' && <Approval upiUri={mandate.upiUri} card={card} />}
        {!isLive && loan.mayStart && <Start repayId={repayId} card={card} />}
        {isLive && <Changes loan={loan} card={card} />}
      </Stack>
    </section>
  );
}

type InCard = { card: RefObject<HTMLElement | null> };

/** The actions disappear once they took effect, and the focus with them: it goes to the card. */
function useFocusOnCard(card: InCard['card']): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) card.current?.focus({ preventScroll: true });
    },
    [card],
  );
}

/** AutoPay is for a due date that is still to come; this loan is repaid by hand. */
function TooLate({ repayId }: { repayId: string }) {
  const t = useT();

  return (
    <Callout
      tone="due"
      title={t('autopay.too_late')}
      text={t('autopay.too_late_text')}
      main={<ButtonLink to={`/repay/${repayId}`}>{t('orders.repay')}</ButtonLink>}
    />
  );
}

/** What the payer agrees to, before it is asked for. */
function Start({ repayId, card }: { repayId: string } & InCard) {
  const t = useT();
  const { send, isSending } = useSend(startAutopay);
  useFocusOnCard(card);

  return (
    <Stack gap={2}>
      <Text>{t('autopay.facts')}</Text>
      <Text>{t('autopay.your_choice')}</Text>
      <Button
        kind="ghost"
        busy={isSending}
        onClick={async () => {
          if (await send({ body: { repayId } })) refreshAll();
        }}
      >
        {t('autopay.start')}
      </Button>
    </Stack>
  );
}

function Approval({ upiUri, card }: { upiUri: string | null } & InCard) {
  const t = useT();
  useFocusOnCard(card);

  if (upiUri === null) return <Text>{t('autopay.preparing')}</Text>;

  return (
    <Stack gap={2}>
      <Text>{t('autopay.approve')}</Text>
      <ButtonAnchor href={upiUri}>{t('autopay.open_app')}</ButtonAnchor>
      <QrCode text={upiUri} label={t('autopay.code')} />
    </Stack>
  );
}

type Act = 'pause' | 'resume' | 'end';
const ACTS: Record<Act, TextId> = {
  pause: 'autopay.pause',
  resume: 'autopay.resume',
  end: 'autopay.end',
};

function Changes({ loan: { repayId, mandate }, card }: { loan: AutopayState } & InCard) {
  const t = useT();
  const { send, isSending } = useSend(changeAutopay);
  const [sent, setSent] = useState<Act | null>(null);
  const pauseOrResume: Act = mandate?.isPaused ? 'resume' : 'pause';
  useFocusOnCard(card);

  const button = (act: Act) => (
    <Button
      kind="ghost"
      busy={isSending && sent === act}
      disabled={isSending && sent !== act}
      onClick={async () => {
        setSent(act);
        if (await send({ body: { repayId, act } })) refreshAll();
      }}
    >
      {t(ACTS[act])}
    </Button>
  );

  return (
    <Stack gap={2}>
      {mandate?.state === 'confirmed' && button(pauseOrResume)}
      {mandate?.state === 'confirmed' && <Text size="sm">{t('autopay.pause_text')}</Text>}
      {button('end')}
      <Text size="sm">{t('autopay.end_text')}</Text>
    </Stack>
  );
}

function refreshAll(): void {
  refresh(viewAutopay);
  refresh(billDetail);
}
