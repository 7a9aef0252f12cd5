import { type Bill, billList } from '@noren/contract/orders';
import { OrderStatus } from '@noren/core/lending/order-status';
import { useEffect, useRef, useState } from 'react';
import { refresh, useCall } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { useCacheLastOrder } from '../../pwa/last-order.tsx';
import { clearDraft, readDraft } from '../../session/drafts.ts';
import { wasPrompted } from '../../session/prompt-history.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { AppTabs } from '../../shared/navigation/app-tabs.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { lazyWithPreload } from '../../ui/routing/lazy-with-preload.tsx';
import { useSearchParams } from '../../ui/routing/router.tsx';
import { BillPanel } from './bill-panel.tsx';
import { isMoving } from './status-words.ts';

const NotificationPrompt = lazyWithPreload(
  async () => (await import('../../pwa/notifications.tsx')).NotificationPrompt,
  {
    isOptional: true,
  },
);

const OrderDetails = lazyWithPreload(
  async () => (await import('./order-details.tsx')).OrderDetails,
);

const REFRESH_EVERY_MS = 3_000;
const PANEL = 'orders-panel';

type Side = 'processing' | 'completed';

/** The user's orders, running and completed; each opens its details. */
export function OrderScreen() {
  const t = useT();
  const [search] = useSearchParams();
  const [side, setSide] = useState<Side>('processing');

  // The open order comes from a link, or was open before a code confirmation.
  const [opened, setOpened] = useState(
    () => search.get('id') ?? readDraft('orders')['repayId'] ?? null,
  );
  // Nothing is loaded on a phone that was prompted before.
  const [mayPrompt] = useState(() => !wasPrompted('notifications'));

  useEffect(() => clearDraft('orders'), []);

  const running = useCall(billList, {
    query: { borrowType: '0' },
    everyMs: (answer) =>
      answer?.details.some((bill) => isMoving(bill.borrowStatus)) ? REFRESH_EVERY_MS : undefined,
  });
  const done = useCall(billList, { query: { borrowType: '1' } });

  useFreshCompleted(running.data?.details.length);
  useCacheLastOrder(running);

  const shown = side === 'processing' ? running : done;

  return (
    <Page
      title={t('ui.tab_order')}
      back={false}
      right={<HelpButton />}
      tabs={<AppTabs current="order" />}
    >
      <Tabs<Side>
        label={t('orders.lists')}
        panelId={PANEL}
        value={side}
        onChange={setSide}
        items={[
          {
            value: 'processing',
            label: t('orders.processing'),
            count: running.data?.details.length ?? null,
          },
          {
            value: 'completed',
            label: t('orders.completed'),
            count: done.data?.details.length ?? null,
          },
        ]}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(`orders.${side}`)}>
        <BillPanel list={shown} isCompleted={side === 'completed'} onOpen={setOpened} />
      </div>
      {mayPrompt && opened === null && (
        <NotificationPrompt isUseful={running.data?.details.some(isWaitedFor) ?? false} />
      )}
      {opened !== null && (
        <OrderDetails key={opened} repayId={opened} onClose={() => setOpened(null)} />
      )}
    </Page>
  );
}

/** Whether a notification would help: a payout is running or a due date is ahead. */
const isWaitedFor = ({ borrowStatus }: Bill): boolean =>
  isMoving(borrowStatus) || borrowStatus === OrderStatus.active;

/** Reloads the completed orders when an order leaves the running ones. */
function useFreshCompleted(running: number | undefined): void {
  const before = useRef(running);
  useEffect(() => {
    if (before.current !== undefined && running !== undefined && before.current !== running)
      refresh(billList);
    before.current = running ?? before.current;
  }, [running]);
}
