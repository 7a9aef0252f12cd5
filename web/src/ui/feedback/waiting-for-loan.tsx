import type { ReactNode } from 'react';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Card } from '../layout/card.tsx';
import { StepList, type StepState } from '../layout/steps.tsx';
import { Stack, Text } from '../layout/text.tsx';

type Props = {
  productName: string;
  /** The net amount. */
  amount: ReactNode;
  /** Under review, or being paid out. */
  stage: 'review' | 'sending';
  /** How long it usually takes, where that is not minutes. */
  usual?: string;
  /** The bank has not confirmed the payout order yet. */
  isUnconfirmed?: boolean;
  /** When the user applied, and when this stage began (UTC ms). */
  appliedAt: number;
  since: number;
  accountLast4: string | null;
};

/**
 * The specification's waiting-for-loan view: stage, start time, next step, account. Never a spinner
 * alone.
 */
export function WaitingForLoan(props: Props) {
  const { productName, amount, stage, usual, isUnconfirmed, appliedAt, since, accountLast4 } =
    props;
  const t = useT();
  const sending = stage === 'sending';
  const state = (isPast: boolean, isNow: boolean): StepState =>
    isPast ? 'done' : isNow ? 'now' : 'todo';

  const to =
    accountLast4 === null
      ? t('orders.to_your_account')
      : t('orders.to_account', { last4: accountLast4 });

  return (
    <Card label={t('orders.waiting_label')}>
      <Stack gap={3}>
        <div aria-live="polite">
          <h2>{t(sending ? 'orders.waiting_sending' : 'orders.waiting_review')}</h2>
          <Text>
            {productName} · {amount}
          </Text>
        </div>
        <StepList
          items={[
            { label: t('orders.step_applied'), note: formatMoment(appliedAt), state: 'done' },
            {
              label: t('orders.step_review'),
              note: sending ? undefined : t('orders.since', { moment: formatMoment(since) }),
              state: state(sending, true),
            },
            {
              label: t('orders.step_sending'),
              note: sending ? t('orders.sent_since', { to, moment: formatMoment(since) }) : to,
              state: state(false, sending),
            },
            { label: t('orders.step_arrived'), state: 'todo' },
          ]}
        />
        <Text>
          {usual ?? t(isUnconfirmed ? 'orders.waiting_unconfirmed' : 'orders.waiting_usual')}
        </Text>
      </Stack>
    </Card>
  );
}
