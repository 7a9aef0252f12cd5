import type { CSSProperties, ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { kitTexts } from '../texts/kit.ts';
import { IconButton } from './button.tsx';
import style from './overlay.module.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** In pixels. */
  readonly wide?: number;
  /** A press outside does not close it, because its content cannot be shown again. */
  readonly isPersistent?: boolean;
  /** Screen readers announce it at once, for warnings. */
  readonly isAlert?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog: it traps focus, Escape closes it, and focus returns to where it was. */
export function Dialog({
  title,
  isOpen,
  onClose,
  wide = 480,
  isPersistent,
  isAlert,
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(next) => next || onClose()}
      isDismissable={!isPersistent && !isAlert}
      className={style.veil ?? ''}
    >
      <Modal className={style.modal ?? ''} style={{ '--wide': `${wide}px` } as CSSProperties}>
        <AriaDialog className={style.dialog ?? ''} role={isAlert ? 'alertdialog' : 'dialog'}>
          <div className={style.dialogHead}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton icon="cross" label={kitTexts.close} onPress={onClose} />
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
