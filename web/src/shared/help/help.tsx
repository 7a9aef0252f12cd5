import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadAllTexts, useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { IconButton } from '../../ui/layout/header.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { useLocation } from '../../ui/routing/router.tsx';
import style from './help.module.css';

/**
 * The customer-service icon, only when signed in. It is in the header, and floats at the top when the header is scrolled
 * away, so that it never covers the main action. Source: specification §2.
 */
export function HelpButton() {
  const { isSignedIn } = useSession();
  return isSignedIn ? <SignedInHelp /> : null;
}

type Dialog = ComponentType<{ onClose: () => void }>;

function SignedInHelp() {
  const t = useT();
  const element = useRef<HTMLSpanElement>(null);
  const isAway = useScrolledAway(element);
  const [Opened, setOpened] = useState<Dialog>();
  const { pathname } = useLocation();
  // The dialog closes when the screen changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the path changes
  useEffect(() => setOpened(undefined), [pathname]);
  const open = async () => {
    try {
      // Most visits never open it.
      const [{ HelpDialog }] = await Promise.all([import('./help-dialog.tsx'), loadAllTexts()]);
      setOpened(() => HelpDialog);
    } catch (cause) {
      console.info('Customer service did not load', (cause as Error).name);
      toast(t('api.check_connection'));
    }
  };
  return (
    <span ref={element} className={style.anchor}>
      <span className={isAway ? style.floating : undefined}>
        <IconButton icon="chat" label={t('service.title')} opens="dialog" onClick={() => void open()} />
      </span>
      {Opened && <Opened onClose={() => setOpened(undefined)} />}
    </span>
  );
}

/** Whether an element is scrolled out of view; false without IntersectionObserver. */
function useScrolledAway(element: { readonly current: HTMLElement | null }): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') return;
    const watcher = new IntersectionObserver((seen) => setAway(seen.at(-1)?.isIntersecting === false));
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return isAway;
}
