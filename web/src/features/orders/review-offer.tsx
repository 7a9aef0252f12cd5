import type { AnswerOf } from '@noren/contract/call';
import type { Bill, billDetail } from '@noren/contract/orders';
import { OrderStatus } from '@noren/core/lending/order-status';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';

/** The end of a day is shown as 23:59, not as 00:00 of the next. */
const A_MINUTE_MS = 60_000;

/**
 * What a reservation waits for, or a link to its offer's key facts; it is withdrawn in its details.
 */
export function OfferStep({ bill }: { bill: Bill }) {
  const t = useT();
  const moment = bill.openUntil === undefined ? null : formatMoment(bill.openUntil - A_MINUTE_MS);

  switch (bill.borrowStatus) {
    case OrderStatus.reserved:
      return (
        <Stack gap={2}>
          <Text>{t('orders.reserved_text')}</Text>
          {moment && <Text size="sm">{t('orders.reserved_until', { moment })}</Text>}
        </Stack>
      );
    case OrderStatus.awaitingAcceptance:
      return (
        <Stack gap={2}>
          <Text size="sm">
            {moment ? t('orders.offer_until', { moment }) : t('orders.offer_text')}
          </Text>
          <ButtonLink to={`/loan?offer=${bill.repayId}`}>{t('orders.review')}</ButtonLink>
        </Stack>
      );
    default:
      return null;
  }
}

/** The reasons why an application was declined. */
export function DeclinedBecause({
  reasons,
}: {
  reasons: AnswerOf<typeof billDetail>['declinedBecause'];
}) {
  const t = useT();
  if (!reasons || reasons.length === 0) return null;

  return (
    <Card label={t('orders.declined_because')}>
      <Stack gap={2}>
        <h3>{t('orders.declined_because')}</h3>
        <Stack gap={2} as="ul">
          {reasons.map((reason) => (
            <li key={reason.id}>{reason.text}</li>
          ))}
        </Stack>
        <Text>{t('orders.declined_text')}</Text>
      </Stack>
    </Card>
  );
}
