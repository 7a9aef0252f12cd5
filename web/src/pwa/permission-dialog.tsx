import { consentTexts } from '@noren/core/people/consent';
import { asSentence } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { Button } from '../ui/layout/button.tsx';
import { Stack, Text } from '../ui/layout/text.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';

const ITEMS = { notifications: 'push_address', location: 'place' } as const;

type Props = {
  kind: 'notifications' | 'location';
  onOk: () => void;
  onLater: () => void;
};

/**
 * Our own dialog before the browser's prompt; both buttons look the same. Source: specification §2.
 */
export function PermissionDialog({ kind, onOk, onLater }: Props) {
  const t = useT();

  return (
    <Dialog
      open
      title={t(`consent.title_${kind}`)}
      onClose={onLater}
      actions={
        <>
          <Button kind="ghost" onClick={onOk}>
            {t('permission.ok')}
          </Button>
          <Button kind="ghost" onClick={onLater}>
            {t('permission.later')}
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        <Text tone="ink">{t(`consent.why_${kind}`)}</Text>
        <Text>
          {asSentence(t(`consent.item_${ITEMS[kind]}`))}{' '}
          {t(`consent.kept_${consentTexts[kind].keptFor}`)}
        </Text>
        <Text>{t('permission.without')}</Text>
      </Stack>
    </Dialog>
  );
}
