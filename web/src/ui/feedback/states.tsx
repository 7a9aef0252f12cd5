import { type ReactNode, useEffect } from 'react';
import { useT } from '../../i18n/index.ts';
import { Button } from '../layout/button.tsx';
import { Icon, type IconName } from '../layout/icon.tsx';
import { Skeleton } from './skeleton.tsx';
import style from './states.module.css';

type EmptyProps = { title: ReactNode; text?: ReactNode; icon?: IconName; action?: ReactNode };

/** An empty list or screen, with a next step. */
export function EmptyState({ title, text, icon = 'document', action }: EmptyProps) {
  return (
    <div className={style.state}>
      <span className={style.emblem}>
        <Icon name={icon} size={28} />
      </span>
      <h3>{title}</h3>
      {text && <p>{text}</p>}
      {action && <div className={style.action}>{action}</div>}
    </div>
  );
}

type ErrorProps = { title?: ReactNode; text?: ReactNode; onRetry?: () => void; busy?: boolean };

/** An error with a button to retry. It also retries by itself when the network comes back. */
export function ErrorState({ title, text, onRetry, busy = false }: ErrorProps) {
  const t = useT();
  useEffect(() => {
    const retry = () => onRetry?.();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [onRetry]);

  return (
    <div className={style.state} role="alert">
      <span className={`${style.emblem} ${style.bad}`}>
        <Icon name="alert" size={28} />
      </span>
      <h3>{title ?? t('ui.failed_title')}</h3>
      <p>{text ?? t('ui.failed_text')}</p>
      {onRetry && (
        <div className={style.action}>
          <Button kind="ghost" busy={busy} onClick={onRetry}>
            {t('ui.try_again')}
          </Button>
        </div>
      )}
    </div>
  );
}

type Load = { error: { message: string } | null; isFetching: boolean; refetch: () => unknown };
type NotLoadedProps = { call: Load; title?: ReactNode; children?: ReactNode };

/** A call without an answer: why it failed, with a retry; while it loads, `children` or lines. */
export function NotLoaded({ call, title, children }: NotLoadedProps) {
  if (call.error === null) return children ?? <Skeleton lines={6} />;

  return (
    <ErrorState
      title={title}
      text={call.error.message}
      busy={call.isFetching}
      onRetry={() => void call.refetch()}
    />
  );
}
