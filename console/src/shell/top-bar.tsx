import { businessDay, formatDay, formatTime } from '@noren/core/money/time';
import { lazy, Suspense } from 'react';
import { useSignedIn } from '../api/session.tsx';
import { formatWeekday, kitTexts } from '../texts/kit.ts';
import { shellTexts } from '../texts/shell.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { useNow } from '../ui/clock.tsx';
import { Icon } from '../ui/icon.tsx';
import style from './shell.module.css';

const LendingLine = lazy(async () => ({
  default: (await import('./lending-line.tsx')).LendingLine,
}));

interface TopBarProps {
  readonly onFind: () => void;
  readonly onShowKeys: () => void;
  readonly onShowNavigation: () => void;
}

/** Top bar: search, live or sandbox, business day, time in India. */
export function TopBar({ onFind, onShowKeys, onShowNavigation }: TopBarProps) {
  const { isSandbox, today } = useSignedIn();
  const now = useNow();

  return (
    <header className={style.top}>
      <span className={style.opener}>
        <IconButton icon="work" label={shellTexts.openNavigation} onPress={onShowNavigation} />
      </span>
      <button type="button" className={style.find} onClick={onFind}>
        <Icon name="search" />
        <span>{shellTexts.search}</span>
        <i aria-hidden="true">
          <kbd>/</kbd>
        </i>
      </button>
      <div className={style.line}>
        <Suspense>
          <LendingLine />
        </Suspense>
        {isSandbox ? (
          <Badge tone="soon">{shellTexts.sandbox}</Badge>
        ) : (
          <span className={style.live}>{shellTexts.live}</span>
        )}
        <span>
          <Icon name="calendar" size={14} />
          <span className={style.label}>{shellTexts.businessDay}</span>{' '}
          <strong>
            {formatWeekday(today)} {formatDay(businessDay(today))}
          </strong>
        </span>
        <span>{kitTexts.ist(formatTime(now))}</span>
        <button type="button" className={style.keys} onClick={onShowKeys}>
          {shellTexts.keys}{' '}
          <i aria-hidden="true">
            <kbd>?</kbd>
          </i>
        </button>
      </div>
    </header>
  );
}
