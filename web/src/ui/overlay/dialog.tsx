import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../i18n/index.ts';
import { Icon } from '../layout/icon.tsx';
import { closeByBack } from '../routing/dialog-entry.ts';
import style from './dialog.module.css';

type Shape = 'dialog' | 'sheet' | 'full';

type Props = {
  open: boolean;
  title: ReactNode;
  /**
   * Called by Esc, Back, a tap outside and the close button. Without it only the actions close the
   * dialog.
   */
  onClose?: (() => void) | undefined;
  /** False: Back leaves the screen. For a question that Back itself asked. */
  backCloses?: boolean;
  children?: ReactNode;
  /** Buttons, the main one first. */
  actions?: ReactNode;
};

/** A question or a callout in the middle of the screen. */
export const Dialog = (props: Props) =>
  props.open ? <OpenDialog {...props} shape="dialog" /> : null;

/** A dialog that slides up from the bottom: lists, pickers, key facts. */
export const Sheet = (props: Props) =>
  props.open ? <OpenDialog {...props} shape="sheet" /> : null;

/** A full-screen dialog; `isDark` forces dark colours around a camera picture. */
export const Modal = (props: Props & { isDark?: boolean }) =>
  props.open ? <OpenDialog {...props} shape="full" /> : null;

type OpenProps = Props & { shape: Shape; isDark?: boolean };

/**
 * Shows the dialog as long as its component is mounted, with the focus on the heading, and then
 * gives the focus back.
 */
function useShowModal(
  ref: RefObject<HTMLDialogElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  // Runs before the effects of the content, which may measure or scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: refs never change
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;

    dialog?.showModal();
    // Not to the first button, as browsers do: it is read last, and a key still pressed would
    // trigger it.
    heading.current?.focus({ preventScroll: true });

    return () => {
      dialog?.close();
      // The browser returns the focus when a dialog is closed, not when it is removed from the
      // page.
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);
}

function useCloseByBack(backCloses: boolean, onClose: (() => void) | undefined): void {
  const latestClose = useRef(onClose);
  useEffect(() => {
    latestClose.current = onClose;
  });

  const isClosedByBack = backCloses && onClose !== undefined;
  useEffect(
    () => (isClosedByBack ? closeByBack(() => latestClose.current?.()) : undefined),
    [isClosedByBack],
  );
}

function OpenDialog({
  shape,
  title,
  onClose,
  backCloses = true,
  children,
  actions,
  isDark = false,
}: OpenProps) {
  const t = useT();
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useShowModal(ref, heading);
  useCloseByBack(backCloses, onClose);

  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose?.();
  };

  // Browsers let Esc pressed twice close any dialog: one that must be answered opens again.
  const closed = () => {
    if (ref.current?.open !== false) return;
    if (onClose) onClose();
    else ref.current.showModal();
  };

  const tapOutside = (event: MouseEvent) => {
    if (event.target === ref.current) onClose?.();
  };

  // In the body, so that it belongs to no form or label and inherits no colours.
  return createPortal(
    // The keyboard's way to close is Esc, which arrives as `cancel`.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={ref}
      className={`${style.dialog} ${style[shape]} ${isDark ? style.dark : ''}`}
      aria-labelledby={titleId}
      onCancel={cancel}
      onClose={closed}
      onClick={tapOutside}
    >
      <div className={style.inside}>
        <div className={style.head}>
          <h2 ref={heading} id={titleId} tabIndex={-1} className={style.title}>
            {title}
          </h2>
          {onClose && shape !== 'dialog' && (
            <button
              type="button"
              className={style.close}
              aria-label={t('ui.close')}
              onClick={onClose}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        {children && <div className={style.body}>{children}</div>}
        {actions && <div className={style.actions}>{actions}</div>}
      </div>
    </dialog>,
    document.body,
  );
}
