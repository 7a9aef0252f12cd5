import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { startTransition } from 'react';
import { Link } from '../routing/router.tsx';
import style from './button.module.css';

type Kind = 'primary' | 'ghost' | 'quiet';
type Props = Omit<ComponentProps<'button'>, 'className'> & {
  kind?: Kind;
  /** The action is running: the text stays, a spinner shows, further taps do nothing. */
  busy?: boolean;
  tone?: 'plain' | 'danger';
  children: ReactNode;
};

/** The class names of a button, for other elements. */
export function buttonLook(kind: Kind, tone: 'plain' | 'danger' = 'plain'): string {
  return [style.button, style[kind], style[tone]].filter(Boolean).join(' ');
}

/** An action of a screen, labelled with what happens; `type` defaults to 'button'. */
export function Button({
  kind = 'primary',
  busy = false,
  tone = 'plain',
  onClick,
  children,
  ...rest
}: Props) {
  const tap = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }

    // The pressed state is painted before the next screen renders. Nothing is returned, because
    // React would wait for it.
    startTransition(() => {
      onClick?.(event);
    });
  };

  return (
    <button
      type="button"
      {...rest}
      className={buttonLook(kind, tone)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={tap}
    >
      {busy && <span className={style.turning} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A link to another app or site that looks like an action. */
export function ButtonAnchor({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={buttonLook('primary')}>
      {children}
    </a>
  );
}

type LinkProps = { to: string; kind?: Kind; children: ReactNode; replace?: boolean };

/** A link to a screen that looks like an action. */
export function ButtonLink({ to, kind = 'primary', children, replace = false }: LinkProps) {
  return (
    <Link to={to} replace={replace} className={buttonLook(kind)}>
      {children}
    </Link>
  );
}
