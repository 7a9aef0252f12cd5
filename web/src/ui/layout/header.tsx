import type { Tab } from '@noren/core/people/status';
import { createContext, type ReactNode, type Ref, use } from 'react';
import { useT } from '../../i18n/index.ts';
import { useLocation, useNavigate } from '../routing/router.tsx';
import style from './header.module.css';
import { Icon } from './icon.tsx';

/** Where back leads when it does not go by the history; the rules are the caller's. Source: specification §2. */
export interface BackPaths {
  /** The path of a named route. */
  named(route: Tab): string;
  /** Where a screen leads that the app was opened at. */
  rootOf(pathname: string): string;
}
export const BackContext = createContext<BackPaths>({ named: () => '/noren', rootOf: () => '/noren' });

export type Back =
  /** To a named route. */
  | Tab
  /** To this path. */
  | `/${string}`
  /** To where the user came from; to the root of the screen's tab when the app was opened here. */
  | true
  /** No back button. */
  | false;

export type HeaderProps = {
  title?: ReactNode;
  back?: Back;
  /** The pre-back event: answering false stops going back. */
  onBeforeBack?: (() => boolean | Promise<boolean>) | undefined;
  /** Right slot: an IconButton, a count-down, a language switch. */
  right?: ReactNode;
  titleRef?: Ref<HTMLHeadingElement>;
};

/** Back, title, one thing on the right. */
export function Header({ title, back = true, onBeforeBack, right, titleRef }: HeaderProps) {
  const t = useT();
  const navigate = useNavigate();
  const { key, pathname } = useLocation();
  const places = use(BackContext);
  const goBack = async () => {
    if (onBeforeBack && !(await onBeforeBack())) return;
    // 'default' is the router's key of the entry the app was opened at: behind it is another site, or nothing.
    if (isPath(back)) navigate(back);
    else if (typeof back === 'string') navigate(places.named(back));
    else if (key === 'default') navigate(places.rootOf(pathname), { replace: true });
    else navigate(-1);
  };
  return (
    <header className={style.bar}>
      {back !== false && <IconButton icon="back" label={t('ui.back')} onClick={() => void goBack()} />}
      {title ? (
        <h1 ref={titleRef} tabIndex={-1} className={style.title}>
          {title}
        </h1>
      ) : (
        <span className={style.title} />
      )}
      {right}
    </header>
  );
}

const isPath = (back: Back): back is `/${string}` => typeof back === 'string' && back.startsWith('/');

type IconButtonProps = {
  icon: Parameters<typeof Icon>[0]['name'];
  label: string;
  onClick: () => void;
  /** It opens a dialog. */
  opens?: 'dialog';
};

/** A drawing to tap, 44 px or more, named by `label`. */
export function IconButton({ icon, label, onClick, opens }: IconButtonProps) {
  return (
    <button type="button" className={style.icon} aria-label={label} aria-haspopup={opens} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
