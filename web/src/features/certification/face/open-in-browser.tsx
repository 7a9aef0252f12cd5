import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Button } from '../../../ui/layout/button.tsx';
import { Stack, Text } from '../../../ui/layout/text.tsx';

/** How to open the page in a full browser: in-app browsers mostly refuse the camera. */
export function OpenInBrowser({ app }: { app: string }) {
  const t = useT();
  const [copied, setCopied] = useState<'yes' | 'no'>();
  const address = `${location.origin}/`;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied('yes');
    } catch (cause) {
      console.info('Nothing was copied', (cause as Error).name);
      setCopied('no');
    }
  };

  return (
    <Callout
      tone="due"
      title={app ? t('certification.outside_named', { app }) : t('certification.outside')}
      text={t('certification.outside_text')}
      main={
        <Stack gap={2}>
          <Button onClick={() => void copy()}>{t('certification.copy_link')}</Button>
          <div role="status">
            {copied && (
              <Text tone="ink" center>
                {copied === 'yes' ? t('ui.copied') : address}
              </Text>
            )}
          </div>
        </Stack>
      }
    />
  );
}
