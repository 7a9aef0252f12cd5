import { useLocation } from 'wouter';
import { useStaffSend } from '../api/hooks.ts';
import { useSessionChange, useSignedIn } from '../api/session.tsx';
import { roleNames } from '../texts/permissions.ts';
import { shellTexts } from '../texts/shell.ts';
import { Menu } from '../ui/menu.tsx';
import { Hidden } from '../ui/states.tsx';
import { APPEARANCES, useAppearance } from './appearance.ts';
import style from './shell.module.css';

/** Menu of the signed-in person. */
export function AccountMenu({ onShowKeys }: { readonly onShowKeys: () => void }) {
  const me = useSignedIn();
  const [, navigate] = useLocation();
  const [appearance, choose] = useAppearance();
  const signOut = useSignOut();

  const gallery = me.isSandbox
    ? [
        {
          id: 'gallery',
          text: shellTexts.gallery,
          icon: 'products' as const,
          run: () => navigate('/gallery'),
        },
      ]
    : [];

  return (
    <Menu
      label={shellTexts.account}
      className={style.me}
      entries={[
        { id: 'access', text: shellTexts.access, icon: 'key', run: () => navigate('/access') },
        { id: 'keys', text: shellTexts.keyList, icon: 'info', run: onShowKeys },
        ...APPEARANCES.map((id) => ({
          id,
          text: `${shellTexts.appearance}: ${shellTexts.appearances[id]}`,
          isChosen: id === appearance,
          run: () => choose(id),
        })),
        ...gallery,
        { id: 'sign-out', text: shellTexts.signOut, icon: 'out', run: signOut },
      ]}
    >
      <span className={style.avatar} aria-hidden="true">
        {toInitials(me.name)}
      </span>
      <span>
        <strong>{me.name}</strong>
        <small>{roleNames(me.roles)}</small>
        <Hidden>{shellTexts.account}</Hidden>
      </span>
    </Menu>
  );
}

/** Ends the session on the server; the browser forgets it even if that fails. */
export function useSignOut(): () => void {
  const { sendOrThrow } = useStaffSend('staffSignOut');
  const { end } = useSessionChange();
  return () => void sendOrThrow({ body: {} }).finally(end);
}

function toInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('');
}
