import { useEffect, useState } from 'react';
import { loadAllTexts, useT } from '../i18n/index.ts';
import { recordPrompt } from '../session/prompt-history.ts';
import { CopyRow } from '../ui/feedback/copy-row.tsx';
import { Button, buttonLook } from '../ui/layout/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Stack, Text } from '../ui/layout/text.tsx';
import { Modal } from '../ui/overlay/dialog.tsx';
import style from './guides.module.css';
import { type Browser, browserLink, detectBrowser } from './in-app-browser.ts';

export function InAppBrowserModal({ onClose }: { onClose: () => void }) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    recordPrompt('outside');
    loadAllTexts().then(
      () => setReady(true),
      (cause: Error) =>
        console.info('The texts of the in-app browser guide did not load', cause.name),
    );
  }, []);

  return isReady ? (
    <OpenInBrowser
      browser={detectBrowser(navigator.userAgent)}
      address={location.href}
      onClose={onClose}
    />
  ) : null;
}

type Props = { browser: Browser; address: string; onClose: () => void };

/**
 * How to open the page in a full browser: a link on Android, steps elsewhere, and the address to
 * copy.
 */
export function OpenInBrowser({ browser, address, onClose }: Props) {
  const t = useT();

  return (
    <Modal
      open
      title={t('outside.title')}
      onClose={onClose}
      actions={
        <>
          {browser.isAndroid && (
            <a className={buttonLook('primary')} href={browserLink(address)}>
              {t('outside.open')}
            </a>
          )}
          <Button kind={browser.isAndroid ? 'ghost' : 'primary'} onClick={onClose}>
            {t('outside.stay')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Text tone="ink">
          {browser.inApp ? t('outside.in_named', { app: browser.inApp }) : t('outside.in_app')}{' '}
          {t('outside.why')}
        </Text>
        <ol className={style.steps}>
          <li>{t(browser.isIos ? 'outside.step_menu_ios' : 'outside.step_menu')}</li>
          <li>{t(browser.isIos ? 'outside.step_open_ios' : 'outside.step_open')}</li>
        </ol>
        <Card rows label={t('outside.copy')}>
          <CopyRow label={t('outside.copy')} value={address} />
        </Card>
      </Stack>
    </Modal>
  );
}
