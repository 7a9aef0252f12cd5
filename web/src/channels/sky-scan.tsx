import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { viewPayment } from '@noren/contract/repayment';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { ApiError } from '../api.ts';
import { refresh, useCall } from '../api-hooks.tsx';
import { useT } from '../i18n/index.ts';
import { useSession } from '../session.ts';
import { HelpButton } from '../session-help.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { PayByQr } from './pay-by-qr.tsx';
import { Ended, InChecking, Receipt } from './payment-outcome.tsx';

const ASK_EVERY_MS = 3_000;
const CODE = /^[A-Za-z0-9_-]{16,40}$/;

type Payment = AnswerOf<typeof viewPayment>;

/** A UPI payment by its code: to pay, being checked, paid. Anyone who holds the code may see and pay it. */
export function SkyScanScreen() {
  const t = useT();
  const { isSignedIn } = useSession();
  const [search] = useSearchParams();
  const code = search.get('code') ?? '';
  const isCode = CODE.test(code);
  const payment = useCall(viewPayment, { params: { code }, isOn: isCode, everyMs: howSoon });
  const state = payment.data?.state;
  useEffect(() => {
    // What is owed has changed for every other screen.
    if (state === 'paid' && isSignedIn) refresh();
  }, [state, isSignedIn]);
  const isUnknown = !isCode || (payment.error instanceof ApiError && payment.error.code === CODES.notFound);
  return (
    <Page title={t('pay.title')} right={isSignedIn ? <HelpButton /> : <LanguageSwitch />}>
      {/* Told as it happens, to those who do not see the screen change. */}
      <p className="visually-hidden" role="status">
        {state && t(`pay.state_${state}`)}
      </p>
      {payment.data ? (
        <Shown payment={payment.data} />
      ) : isUnknown ? (
        <Unknown />
      ) : payment.isError ? (
        <ErrorState text={payment.error.message} busy={payment.isFetching} onRetry={() => void payment.refetch()} />
      ) : (
        <>
          <Skeleton height={5} />
          <Skeleton height={17} />
        </>
      )}
    </Page>
  );
}

function howSoon(payment: Payment | undefined): number | undefined {
  return payment?.state === 'pending' || payment?.state === 'checking' ? ASK_EVERY_MS : undefined;
}

function Shown({ payment }: { payment: Payment }) {
  const { state } = useLocation();
  const { isSignedIn } = useSession();
  const repayId = isSignedIn ? (state as { repayId?: string } | null)?.repayId : undefined;
  switch (payment.state) {
    case 'pending':
      return <PayByQr payment={payment} />;
    case 'checking':
      return <InChecking payment={payment} />;
    case 'paid':
      return <Receipt payment={payment} isSignedIn={isSignedIn} repayId={repayId} />;
    case 'expired':
    case 'cancelled':
      return <Ended state={payment.state} isSignedIn={isSignedIn} repayId={repayId} />;
    default: {
      const missing: never = payment.state;
      throw new RangeError(`unknown state of a payment: ${missing}`);
    }
  }
}

function Unknown() {
  const t = useT();
  const { isSignedIn } = useSession();
  return (
    <EmptyState
      title={t('pay.unknown')}
      text={t('pay.unknown_text')}
      action={
        <ButtonLink kind="ghost" to={isSignedIn ? '/order' : '/noren'}>
          {t(isSignedIn ? 'repay.to_orders' : 'pay.to_start')}
        </ButtonLink>
      }
    />
  );
}
