import type { Bill } from '@noren/contract/orders';
import { useEffect, useState } from 'react';
import { formatDay, formatMoment, formatMoney } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { now } from '../session/clock.ts';
import { Card, Row } from '../ui/layout/card.tsx';
import { Stack, Text } from '../ui/layout/text.tsx';
import { type CachedOrder, cacheLastOrder, readCachedOrder } from './order-cache.ts';

/** Caches the most urgent active order each time the orders are loaded. */
export function useCacheLastOrder({
  data,
  dataUpdatedAt,
}: {
  data: Bills | undefined;
  dataUpdatedAt: number;
}): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an unchanged order is cached again with its new time
  useEffect(() => {
    if (data) void cacheLastOrder(findMostUrgent(data.details));
  }, [data, dataUpdatedAt]);
}

type Bills = { details: readonly Bill[] };

/** Overdue orders first, then by due date, then those without one. */
function findMostUrgent(bills: readonly Bill[]): CachedOrder | null {
  const [first] = bills.toSorted(
    (a, b) => b.overdueDays - a.overdueDays || toDueTime(a) - toDueTime(b),
  );
  if (!first) return null;

  const { repayId, productName, principalPaise, owedPaise, overdueDays, dueDay, appliedAt } = first;

  return {
    seenAt: now(),
    repayId,
    productName,
    principalPaise,
    owedPaise,
    overdueDays,
    dueDay,
    appliedAt,
  };
}

const toDueTime = ({ dueDay }: Bill): number =>
  dueDay === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueDay);

/**
 * The cached order, for a screen that cannot reach the server; nothing when there is none, or it is
 * not the one asked for.
 */
export function LastOrder({ repayId }: { repayId?: string }) {
  const t = useT();
  const [order, setOrder] = useState<CachedOrder | null>(null);

  useEffect(() => {
    void readCachedOrder().then(setOrder);
  }, []);
  if (!order || (repayId !== undefined && repayId !== order.repayId)) return null;

  return (
    <Stack gap={2}>
      <h2>{t('offline.last_order')}</h2>
      <Text size="sm">{t('offline.as_seen', { moment: formatMoment(order.seenAt) })}</Text>
      <Card rows label={t('offline.last_order')}>
        <Row label={order.productName} value={formatMoney(order.principalPaise, 'whole')} />
        <Row label={t('orders.applied')} value={formatMoment(order.appliedAt)} />
        {order.dueDay !== null && <Row label={t('orders.due')} value={formatDay(order.dueDay)} />}
        {order.overdueDays > 0 && (
          <Row
            strong
            label={t('orders.overdue')}
            value={t('loans.days', { days: order.overdueDays })}
          />
        )}
        {order.owedPaise > 0 && (
          <Row strong label={t('offline.to_pay_then')} value={formatMoney(order.owedPaise)} />
        )}
      </Card>
    </Stack>
  );
}
