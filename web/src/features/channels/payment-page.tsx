import type { ReactNode } from 'react';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { orderOfPayment } from '../../shared/loan/payment-channels.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { PaymentNotLoaded } from './payment-not-loaded.tsx';
import { Ended, InChecking, Receipt, ReversedPayment } from './payment-outcome.tsx';
import type { Payment, PaymentView } from './use-payment.ts';

type Props = {
  title: string;
  view: PaymentView;
  /** The main action while the payment is open. */
  footer?: ReactNode;
  /** The channel's content while the payment is open. */
  children: (payment: Payment) => ReactNode;
};

/**
 * A payment by its code in any state: open, being checked, paid, ended, unknown. The frame of all
 * channel pages.
 */
export function PaymentPage({ title, view, footer, children }: Props) {
  const t = useT();
  const { isSignedIn } = useSession();
  const { payment, query } = view;

  return (
    <Page
      title={title}
      right={isSignedIn ? <HelpButton /> : <LanguageSwitch />}
      footer={payment?.state === 'pending' && footer}
    >
      {/* Announces changes of the state to screen readers. */}
      <p className="visually-hidden" role="status">
        {payment && t(`pay.state_${payment.state}`)}
      </p>
      {payment ? (
        <>
          {query.isError && <Text tone="bad">{t('pay.not_fresh')}</Text>}
          <PaymentByState payment={payment} code={view.code}>
            {children}
          </PaymentByState>
        </>
      ) : view.isUnknown ? (
        <Unknown />
      ) : (
        <PaymentNotLoaded call={query} />
      )}
    </Page>
  );
}

function PaymentByState({
  payment,
  code,
  children,
}: { payment: Payment; code: string } & Pick<Props, 'children'>) {
  const { isSignedIn } = useSession();
  const whose = { isSignedIn, repayId: isSignedIn ? orderOfPayment(code) : undefined };

  switch (payment.state) {
    case 'pending':
      return children(payment);
    case 'checking':
      return <InChecking payment={payment} {...whose} />;
    case 'paid':
      return <Receipt payment={payment} {...whose} />;
    case 'reversed':
      return <ReversedPayment payment={payment} {...whose} />;
    case 'expired':
    case 'cancelled':
      return <Ended state={payment.state} code={code} {...whose} />;
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
