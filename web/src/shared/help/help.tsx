import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadAllTexts, useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { IconButton } from '../../ui/layout/header.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { useLocation } from '../../ui/routing/router.tsx';
import style from './help.module.css';

/**
 * The customer-service icon, in the same place on every screen; only when signed in. It stands in the bar, and floats
 * at the top when the bar is scrolled away, so that it never covers the action at the thumb. Source: specification §2.
 */
export function HelpButton() {
  const { isSignedIn } = useSession();
  return isSignedIn ? <SignedInHelp /> : null;
}

type Dialog = ComponentType<{ onClose: () => void }>;

function SignedInHelp() {
  const t = useT();
  const place = useRef<HTMLSpanElement>(null);
  const isAway = useAway(place);
  const [Opened, setOpened] = useState<Dialog>();
  const { pathname } = useLocation();
  // The dialog stands over the screen it was opened from, and over no other.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another screen
  useEffect(() => setOpened(undefined), [pathname]);
  const open = async () => {
    try {
      // Loaded with the first question: most visits have none.
      const [{ HelpDialog }] = await Promise.all([import('./help-dialog.tsx'), loadAllTexts()]);
      setOpened(() => HelpDialog);
    } catch (cause) {
      console.info('Customer service did not load', (cause as Error).name);
      toast(t('api.check_connection'));
    }
  };
  return (
    <span ref={place} className={style.place}>
      <span className={isAway ? style.floating : undefined}>
        <IconButton icon="chat" label={t('service.title')} opens="dialog" onClick={() => void open()} />
      </span>
      {Opened && <Opened onClose={() => setOpened(undefined)} />}
    </span>
  );
}

/** Whether an element's place is scrolled out of sight; false where the browser cannot tell. */
function useAway(place: { readonly current: HTMLElement | null }): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return;
    const watcher = new IntersectionObserver((seen) => setAway(seen.at(-1)?.isIntersecting === false));
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [place]);
  return isAway;
}
