import { DataProvider } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Stack } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import { useLocation, useNavigate } from '../../ui/routing/router.tsx';
import { feedbackPath } from './feedback-path.ts';
import { HelpChannels } from './help-channels.tsx';

/**
 * What the customer-service icon opens. Source: specification §2 "Customer service floating icon".
 */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const goTo = (path: string) => {
    onClose();
    navigate(path);
  };

  return (
    <Sheet
      open
      title={t('service.title')}
      onClose={onClose}
      actions={
        <>
          <Button kind="ghost" onClick={() => goTo(feedbackPath(pathname, search))}>
            {t('service.write')}
          </Button>
          <Button kind="quiet" onClick={() => goTo('/customer-service')}>
            {t('service.more')}
          </Button>
        </>
      }
    >
      <DataProvider>
        <Stack gap={3}>
          <HelpChannels />
        </Stack>
      </DataProvider>
    </Sheet>
  );
}
