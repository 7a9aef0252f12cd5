import { formatTime } from '@noren/core/money/time';
import { useEffect, useState } from 'react';
import { lastAnswerAt } from '../api/activity.ts';
import { browserNow } from '../api/clock.ts';
import { useSession, useSessionChange, useSignedIn } from '../api/session.tsx';
import { shellTexts } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

const TICK_MS = 1_000;
const WARN_MS = 60_000;
const WARN_END_MS = 5 * 60_000;

/**
 * Warns one minute before the session ends for inactivity, and five minutes before its absolute
 * end.
 */
export function SessionEnd() {
  const me = useSignedIn();
  const { refetch } = useSession();
  const { end } = useSessionChange();
  const [now, setNow] = useState(browserNow);
  const [isEndRead, setEndRead] = useState(false);

  useEffect(() => {
    const timer = setInterval(() => setNow(browserNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  const idleLeft = lastAnswerAt() + (me.idleEndsAt - me.now) - now;
  const endLeft = me.endsAt - me.clockOffsetMs - now;
  const isOver = Math.min(idleLeft, endLeft) <= 0;

  useEffect(() => {
    if (isOver) end();
  }, [isOver, end]);

  const stay = (): void => void refetch();
  const isIdle = idleLeft < WARN_MS && idleLeft < endLeft;

  return (
    <>
      <Dialog title={shellTexts.idleTitle} isOpen={isIdle && !isOver} onClose={stay} isAlert>
        <p>{shellTexts.idleWhy(Math.ceil(idleLeft / 1_000))}</p>
        <Button tone="primary" onPress={stay}>
          {shellTexts.idleStay}
        </Button>
      </Dialog>
      <Dialog
        title={shellTexts.endTitle}
        isOpen={endLeft < WARN_END_MS && !isEndRead && !isOver}
        onClose={() => setEndRead(true)}
        isAlert
      >
        <p>{shellTexts.endWhy(formatTime(me.endsAt))}</p>
      </Dialog>
    </>
  );
}
