import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { IconButton } from '../../ui/layout/header.tsx';
import style from './help.module.css';
import { useHelpDialog } from './help-opener.tsx';

/** The customer-info icon of the header, only when signed in. Source: specification §2 "Header". */
export function HelpButton() {
  const { isSignedIn } = useSession();
  return isSignedIn ? <SignedInHelp /> : null;
}

function SignedInHelp() {
  const t = useT();
  const { open, dialog } = useHelpDialog();

  return (
    <span className={style.anchor}>
      <IconButton icon="chat" label={t('service.title')} opens="dialog" onClick={open} />
      {dialog}
    </span>
  );
}
