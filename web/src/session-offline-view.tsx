import { useT } from './i18n/index.ts';
import { LastOrder } from './session-last-order.tsx';
import { Page } from './ui/page.tsx';
import { ErrorState } from './ui/states.tsx';

type Props = { text: string; onRetry: () => void };

/** In the place of a screen that cannot be entered because the server is not reached: why, what was last seen, and trying again. */
export function OfflineView({ text, onRetry }: Props) {
  const t = useT();
  return (
    <Page title={t('offline.title')} heading="hidden" bar={false}>
      <ErrorState title={t('offline.title')} text={text} onRetry={onRetry} />
      <LastOrder />
    </Page>
  );
}
