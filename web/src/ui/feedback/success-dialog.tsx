import type { ReactNode } from 'react';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import states from './states.module.css';
import style from './success-dialog.module.css';

type Props = {
  open: boolean;
  title: ReactNode;
  children?: ReactNode;
  action: ReactNode;
  onAction: () => void;
};

/** A success with one action, which Esc also triggers. */
export function SuccessDialog({ open, title, children, action, onAction }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onAction}
      title={
        <span className={style.success}>
          <span className={`${states.emblem} ${states.good}`}>
            <Icon name="check" size={32} />
          </span>
          {title}
        </span>
      }
      actions={<Button onClick={onAction}>{action}</Button>}
    >
      <div className={style.body}>{children}</div>
    </Dialog>
  );
}
