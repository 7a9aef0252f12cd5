import type { ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import style from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly tone?: Tone;
  readonly icon?: IconName;
  /** Keyboard shortcut to show; `useKeys` binds it. */
  readonly shortcut?: string;
  readonly type?: 'button' | 'submit';
  readonly isBusy?: boolean;
  /** Disables it but keeps it in the tab order. */
  readonly isDisabled?: boolean;
  readonly isWide?: boolean;
  readonly label?: string;
  readonly describedBy?: string;
  /** Whether the menu or panel that it opens is open. */
  readonly isExpanded?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

const joinClasses = (...names: (string | undefined | false)[]): string =>
  names.filter(Boolean).join(' ');

export function Button(props: ButtonProps) {
  const {
    children,
    onPress,
    tone = 'plain',
    icon,
    shortcut,
    type = 'button',
    isBusy,
    isDisabled,
    isWide,
  } = props;

  const isOff = isBusy === true || isDisabled === true;

  return (
    <button
      ref={props.ref}
      type={type}
      className={joinClasses(style.button, tone !== 'plain' && style[tone], isWide && style.wide)}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-expanded={props.isExpanded}
      onClick={(event) => {
        if (isOff) return event.preventDefault();

        onPress?.();
      }}
    >
      {isBusy ? (
        <span className={style.spin}>
          <Icon name="again" size={14} />
        </span>
      ) : (
        icon && <Icon name={icon} />
      )}
      {children}
      {shortcut !== undefined && (
        <span aria-hidden="true">
          <kbd>{shortcut}</kbd>
        </span>
      )}
    </button>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress: () => void;
  readonly isPressed?: boolean;
  /** Disables it but keeps it in the tab order. */
  readonly isDisabled?: boolean;
}

/** A square button with an icon; its label is for screen readers and shown on hover. */
export function IconButton({ icon, label, onPress, isPressed, isDisabled }: IconButtonProps) {
  return (
    <button
      type="button"
      className={joinClasses(style.button, style.icon)}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled || undefined}
      onClick={() => {
        if (!isDisabled) onPress();
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

interface LinkButtonProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly tone?: Tone;
  readonly icon?: IconName;
}

/** A link that looks like a button. */
export function LinkButton({ to, children, tone = 'plain', icon }: LinkButtonProps) {
  return (
    <Link to={to} className={joinClasses(style.button, tone !== 'plain' && style[tone])}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
