import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { recordPrompt, wasPrompted } from '../session/prompt-history.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/layout/button.tsx';
import { RowLink } from '../ui/layout/card.tsx';
import { Stack, Text } from '../ui/layout/text.tsx';
import { Modal } from '../ui/overlay/dialog.tsx';
import style from './guides.module.css';
import { detectBrowser, isInstalled } from './in-app-browser.ts';
import { offerInstall, useInstallOffer } from './install.ts';

/** Until then, the tap that opened the prompt would also close it. Source: specification §9. */
const LISTEN_AFTER_MS = 50;

/**
 * Offers once per device to add the app to the home screen, when the server allows it for the user.
 */
export function InstallOffer() {
  const { onboardingStatus } = useSession();
  const hasOffer = useInstallOffer();
  const [isClosed, setClosed] = useState(false);
  const [isShown, setShown] = useState(false);
  const [isGuide, setGuide] = useState(false);
  const canShow = hasOffer || (detectBrowser(navigator.userAgent).isSafari && !isInstalled());
  const isToShow = canShow && onboardingStatus?.gpGuideShow === true && !isClosed;

  useEffect(() => {
    // It never covers an open dialog; the next visit offers it instead.
    if (!isToShow || isShown || wasPrompted('install') || document.querySelector('dialog[open]'))
      return;
    recordPrompt('install');
    setShown(true);
  }, [isToShow, isShown]);

  const add = async () => {
    setClosed(true);
    if (!(await offerInstall())) setGuide(true);
  };

  return (
    <>
      {isShown && !isClosed && (
        <InstallPrompt onAdd={() => void add()} onClose={() => setClosed(true)} />
      )}
      {isGuide && <InstallGuide onClose={() => setGuide(false)} />}
    </>
  );
}

/**
 * The add-to-home-screen prompt: closes by its button, Esc and a tap outside. Source: specification
 * §2.
 */
export function InstallPrompt({ onAdd, onClose }: { onAdd: () => void; onClose: () => void }) {
  const t = useT();
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;

    const listen = () => {
      const tap = ({ target }: Event) => {
        if (!(target instanceof Node && box.current?.contains(target))) close();
      };
      addEventListener('pointerdown', tap, { signal });
      addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal });
    };

    const timer = setTimeout(listen, LISTEN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);

  return (
    <section ref={box} className={style.prompt} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('install.title')}</h2>
      <Text>{t('install.text')}</Text>
      <Button onClick={onAdd}>{t('install.add')}</Button>
      <Button kind="ghost" onClick={onClose}>
        {t('install.not_now')}
      </Button>
    </section>
  );
}

const STEPS = {
  chrome: ['install.chrome_1', 'install.chrome_2', 'install.chrome_3'],
  safari: ['install.safari_1', 'install.safari_2', 'install.safari_3'],
} as const;

/**
 * How to add the app to the home screen by hand, in Chrome and in Safari. Source: specification §2.
 */
export function InstallGuide({ onClose, isSafari }: { onClose: () => void; isSafari?: boolean }) {
  const t = useT();
  const isIos = isSafari ?? detectBrowser(navigator.userAgent).isIos;

  return (
    <Modal
      open
      title={t('install.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <Stack gap={4}>
        <Text tone="ink">{t(isIos ? 'install.in_safari' : 'install.in_chrome')}</Text>
        <ol className={style.steps}>
          {STEPS[isIos ? 'safari' : 'chrome'].map((id) => (
            <li key={id}>{t(id)}</li>
          ))}
        </ol>
      </Stack>
    </Modal>
  );
}

/** A row of the profile that adds the app or says how; absent if it runs from the home screen. */
export function InstallRow({ icon }: { icon?: ReactNode }) {
  const t = useT();
  const [isGuide, setGuide] = useState(false);

  if (isInstalled()) return null;

  const add = async () => {
    if (!(await offerInstall())) setGuide(true);
  };

  return (
    <>
      <RowLink icon={icon} label={t('install.row')} onClick={() => void add()} />
      {isGuide && <InstallGuide onClose={() => setGuide(false)} />}
    </>
  );
}
