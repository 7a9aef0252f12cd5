import type { Tab } from '@noren/core/people/status';
import { createContext, type ReactNode, type Ref, use } from 'react';
import { useT } from '../../i18n/index.ts';
import { useLocation, useNavigate } from '../routing/router.tsx';
import style from './header.module.css';
import { Icon } from './icon.tsx';

/**
 * Targets of Back that do not come from the history; the caller defines the rules. Source:
 * specification §2.
 */
export interface BackPaths {
  /** The path of a named route. */
  named(route: Tab): string;
  /** The target of Back on the screen at which the app was opened. */
  findRoot(pathname: string): string;
}

export const BackContext = createContext<BackPaths>({
  named: () => '/noren',
  findRoot: () => '/noren',
});

export type Back =
  /** To a named route. */
  | Tab
  /** To this path. */
  | `/${string}`
  /** To the previous screen; to the root of the screen's tab if the app was opened here. */
  | true
  /** No back button. */
  | false;

export type HeaderProps = {
  title?: ReactNode;
  back?: Back;
  /** The pre-back event: returning false prevents going back. */
  onBeforeBack?: (() => boolean | Promise<boolean>) | undefined;
  /** Right slot: an IconButton, a count-down, a language switch. */
  right?: ReactNode;
  titleRef?: Ref<HTMLHeadingElement>;
};

/** Back button, title, and a slot on the right. */
export function Header({ title, back = true, onBeforeBack, right, titleRef }: HeaderProps) {
  const t = useT();
  const navigate = useNavigate();
  const { key, pathname } = useLocation();
  const routes = use(BackContext);

  const goBack = async () => {
    if (onBeforeBack && !(await onBeforeBack())) return;
    // 'default' is the router's key of the entry at which the app was opened: before it is another
    // site, or nothing.
    if (isPath(back)) navigate(back);
    else if (typeof back === 'string') navigate(routes.named(back));
    else if (key === 'default') navigate(routes.findRoot(pathname), { replace: true });
    else navigate(-1);
  };

  return (
    <header className={style.bar}>
      {back !== false && (
        <IconButton icon="back" label={t('ui.back')} onClick={() => void goBack()} />
      )}
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

const isPath = (back: Back): back is `/${string}` =>
  typeof back === 'string' && back.startsWith('/');

type IconButtonProps = {
  icon: Parameters<typeof Icon>[0]['name'];
  label: string;
  onClick: () => void;
  /** It opens a dialog. */
  opens?: 'dialog';
  /** −1 where Tab reaches the same action elsewhere. */
  tabIndex?: -1;
};

/** An icon button of at least 44 px, named by `label`. */
export function IconButton({ icon, label, onClick, opens, tabIndex }: IconButtonProps) {
  return (
    <button
      type="button"
      className={style.icon}
      aria-label={label}
      aria-haspopup={opens}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
