import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import type { Channel } from '@noren/contract/payment';
import { payByLink, viewPaymentLink } from '@noren/contract/payment-link';
import { useState } from 'react';
import { ApiError } from '../../api/api.ts';
import { markStale, refresh, useCall, useSend } from '../../api/hooks.tsx';
import { formatDay, formatMoment, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { mayPayPart, wholeUp } from '../../shared/loan/part-amount.ts';
import { usePart } from '../../shared/loan/part-field.tsx';
import { ChannelList, paymentPath } from '../../shared/loan/payment-channels.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Field } from '../../ui/form/field.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { type CardOption, RadioCards } from '../../ui/form/radio-cards.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card, Row } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Figure, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import { useNavigate, useParams } from '../../ui/routing/router.tsx';
import { PaymentNotLoaded } from './payment-not-loaded.tsx';

const TOKEN = /^[0-9A-HJKMNP-TV-Z]{20}$/;
/** A payment of somebody else, or a new day's interest, shows without a reload. */
const FRESH_EVERY_MS = 60_000;

type View = AnswerOf<typeof viewPaymentLink>;
type Loan = NonNullable<View['loan']>;
type Way = 'full' | 'part' | 'offer';

/** A loan that anybody pays who has its link: what is owed, and nothing else. */
export function PaymentLinkScreen() {
  const t = useT();
  const { token = '' } = useParams();
  const isToken = TOKEN.test(token);

  const query = useCall(viewPaymentLink, {
    params: { token },
    isOn: isToken,
    everyMs: () => FRESH_EVERY_MS,
  });
  const isUnknown =
    !isToken || (query.error instanceof ApiError && query.error.code === CODES.notFound);
  const { data } = query;

  if (data?.loan && !data.loan.isChecking)
    return <PayLoan token={token} view={data} loan={data.loan} />;

  return (
    <Page title={t('pay.link_title')} back={false} right={<LanguageSwitch />}>
      {isUnknown ? (
        <EmptyState title={t('pay.unknown')} text={t('pay.unknown_text')} />
      ) : data?.loan ? (
        <>
          <Owed view={data} loan={data.loan} />
          <Callout tone="due" title={t('pay.state_checking')} text={t('pay.checking_text')} />
        </>
      ) : data ? (
        <Ended state={data.state} />
      ) : (
        <PaymentNotLoaded call={query} />
      )}
    </Page>
  );
}

function Ended({ state }: Pick<View, 'state'>) {
  const t = useT();
  return state === 'paid' ? (
    <EmptyState icon="check" title={t('pay.link_paid')} text={t('pay.link_paid_text')} />
  ) : (
    <EmptyState title={t('pay.link_ended')} text={t('pay.link_ended_text')} />
  );
}

type LoanProps = { view: View; loan: Loan };

function Owed({ view, loan }: LoanProps) {
  const t = useT();

  return (
    <>
      <Figure
        label={t('repay.to_pay', { day: formatDay(loan.asOfDay) })}
        value={formatMoney(loan.owedPaise)}
        note={t('pay.to', { payee: view.payeeName })}
      />
      <Card rows label={t('pay.details')}>
        <Row label={t('pay.order_label')} value={t('pay.order', { last4: loan.orderLast4 })} />
        {loan.dueDay !== null && <Row label={t('orders.due')} value={formatDay(loan.dueDay)} />}
      </Card>
    </>
  );
}

function PayLoan({ token, view, loan }: LoanProps & { token: string }) {
  const t = useT();
  const [way, setWay] = useState<Way>('full');
  const part = usePart({ ...loan, totalPaise: loan.owedPaise });
  const flow = usePayByLink(token, view.channels);

  const amounts: Record<Way, number> = {
    full: loan.owedPaise,
    part: part.amount,
    offer: loan.offer?.payPaise ?? 0,
  };
  const chosen = loan.offer || way !== 'offer' ? way : 'full';
  const amount = formatMoney(amounts[chosen]);

  const pay = (channel: Channel | undefined) => {
    if (chosen === 'part' && !part.judge()) return;
    if (channel) void flow.start(channel, chosen === 'full' ? undefined : amounts[chosen]);
    else flow.setChoosing(true);
  };

  return (
    <Page
      title={t('pay.link_title')}
      back={false}
      right={<LanguageSwitch />}
      footer={
        view.channels.length > 0 && (
          <>
            <Button busy={flow.isSending} onClick={() => pay(flow.first)}>
              {chosen === 'part' && !part.isGood
                ? t('repay.part_choose_amount')
                : t(flow.first === 'upi' ? 'repay.pay_upi' : 'repay.pay', { amount })}
            </Button>
            {flow.first && view.channels.length > 1 && (
              <Button kind="quiet" disabled={flow.isSending} onClick={() => pay(undefined)}>
                {t('pay.other_ways')}
              </Button>
            )}
          </>
        )
      }
    >
      <Owed view={view} loan={loan} />
      <Field group label={t('repay.ways')}>
        <RadioCards options={useWays(loan)} value={chosen} onChange={setWay} />
      </Field>
      {chosen === 'part' && part.field}
      {flow.isChoosing && (
        <ChannelSheet amount={amount} channels={view.channels} flow={flow} onChoose={pay} />
      )}
      {view.channels.length === 0 && (
        <EmptyState icon="alert" title={t('pay.no_ways')} text={t('pay.no_ways_text')} />
      )}
      <Text size="sm">{t('pay.link_note', { day: formatMoment(loan.endsAt) })}</Text>
    </Page>
  );
}

type ChannelSheetProps = {
  amount: string;
  channels: readonly Channel[];
  flow: ReturnType<typeof usePayByLink>;
  onChoose: (channel: Channel) => void;
};

function ChannelSheet({ amount, channels, flow, onChoose }: ChannelSheetProps) {
  const t = useT();

  return (
    <Sheet open title={t('pay.choose', { amount })} onClose={() => flow.setChoosing(false)}>
      {flow.isSending ? (
        <Skeleton lines={6} />
      ) : (
        <ChannelList channels={channels} onChoose={onChoose} />
      )}
    </Sheet>
  );
}

function useWays(loan: Loan): CardOption<Way>[] {
  const t = useT();
  const { offer } = loan;
  const least = formatMoney(wholeUp(loan.leastPartPaise), 'whole');
  const hasPart = mayPayPart({ ...loan, totalPaise: loan.owedPaise });

  return [
    { value: 'full', label: t('repay.full'), note: t('repay.full_note') },
    ...(offer
      ? [
          {
            value: 'offer' as const,
            label: t('repay.settlement', {
              amount: formatMoney(offer.payPaise),
              day: formatDay(offer.payBy),
            }),
          },
        ]
      : []),
    ...(hasPart
      ? [
          {
            value: 'part' as const,
            label: t('repay.part'),
            note: t('repay.part_note', { least }),
          },
        ]
      : []),
  ];
}

/** Starts a payment and goes to its channel's screen; a refusal loads the amount again. */
function usePayByLink(token: string, channels: readonly Channel[]) {
  const navigate = useNavigate();
  const { isSignedIn } = useSession();
  const { send, isSending } = useSend(payByLink);
  const [isChoosing, setChoosing] = useState(false);

  const first =
    channels.find((channel) => channel === 'upi') ??
    (channels.length === 1 ? channels[0] : undefined);

  return {
    first,
    isSending,
    isChoosing,
    setChoosing,
    start: async (channel: Channel, amountPaise: number | undefined) => {
      const amount = amountPaise !== undefined && { amountPaise };
      const answer = await send({ body: { token, channel, ...amount } });
      setChoosing(false);

      if (!answer) return refresh(viewPaymentLink);

      // A payer who comes back within seconds must not see the loan as it was before the payment.
      markStale(viewPaymentLink);
      navigate(paymentPath(answer.code, channel, isSignedIn));
    },
  };
}
