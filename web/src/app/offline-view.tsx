import { useT } from '../i18n/index.ts';
import { LastOrder } from '../pwa/last-order.tsx';
import { HelpButton } from '../shared/help/help.tsx';
import { AppTabs } from '../shared/navigation/app-tabs.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { Page } from '../ui/layout/page.tsx';

type Props = { text: string; onRetry: () => void };

/**
 * Shown instead of a screen whose status could not be loaded: the reason, "Try again" and the
 * cached order.
 */
export function OfflineView({ text, onRetry }: Props) {
  const t = useT();

  return (
    <Page
      title={t('offline.title')}
      heading="hidden"
      back={false}
      right={<HelpButton />}
      tabs={<AppTabs />}
    >
      <ErrorState title={t('offline.title')} text={text} onRetry={onRetry} />
      <LastOrder />
    </Page>
  );
}
