import { type ComponentType, useEffect, useState } from 'react';
import { loadAllTexts, useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { IconButton } from '../../ui/layout/header.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { useLocation } from '../../ui/routing/router.tsx';
import style from './help.module.css';

/**
 * The customer-service icon, only when signed in. It is in the header, which stays at the top, so that it floats above the
 * content without covering any of it. Source: specification §2.
 */
export function HelpButton() {
  const { isSignedIn } = useSession();
  return isSignedIn ? <SignedInHelp /> : null;
}

type Dialog = ComponentType<{ onClose: () => void }>;

function SignedInHelp() {
  const t = useT();
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
    <span className={style.anchor}>
      <IconButton icon="chat" label={t('service.title')} opens="dialog" onClick={() => void open()} />
      {Opened && <Opened onClose={() => setOpened(undefined)} />}
    </span>
  );
}
