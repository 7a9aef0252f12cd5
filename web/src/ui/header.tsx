import type { ReactNode, Ref } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useT } from '../i18n/index.ts';
import style from './header.module.css';
import { Icon } from './icon.tsx';

export type Back =
  /** To this path. */
  | string
  /** To where the user came from; to the landing when the app was opened here. */
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
  const { key } = useLocation();
  const goBack = async () => {
    if (onBeforeBack && !(await onBeforeBack())) return;
    // 'default' is the router's key of the entry the app was opened at: behind it is another site, or nothing.
    if (typeof back === 'string') navigate(back);
    else if (key === 'default') navigate('/noren', { replace: true });
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

type IconButtonProps = { icon: Parameters<typeof Icon>[0]['name']; label: string; onClick: () => void };

/** A drawing to tap, 44 px or more, named by `label`. */
export function IconButton({ icon, label, onClick }: IconButtonProps) {
  return (
    <button type="button" className={style.icon} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
