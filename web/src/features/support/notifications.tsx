import {
  feedbackList,
  type Notification,
  notificationCentre,
  notificationPath,
  readNotifications,
} from '@noren/contract/support';
import { useEffect, useRef, useState } from 'react';
import type { ApiError, NoAnswer } from '../../api/api.ts';
import { markStale, useCall, useSend } from '../../api/hooks.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Callout, Chip } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, NotLoaded } from '../../ui/feedback/states.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import entries from '../../ui/layout/entries.module.css';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Link } from '../../ui/routing/router.tsx';
import style from './notifications.module.css';

/** The notification centre: the user's notifications, newest first, each a link to its subject. */
export function NotificationsScreen() {
  const t = useT();
  const first = useCall(notificationCentre, { body: {} });
  const older = useOlder(first.data?.details.at(-1)?.notificationId, first.data?.hasMore ?? false);

  useRead(first.data?.details[0]?.notificationId, first.data?.unread ?? 0);

  const notifications = first.data && [...first.data.details, ...older.notifications];

  return (
    <Page title={t('messages.title')} right={<HelpButton />}>
      {notifications && notifications.length > 0 ? (
        <>
          <ul className={entries.list}>
            {notifications.map((notification) => (
              <Item key={notification.notificationId} notification={notification} />
            ))}
          </ul>
          <div aria-live="polite">
            {older.error && <Callout tone="due" title={older.error.message} />}
          </div>
          {older.hasMore && (
            <Button kind="ghost" busy={older.isLoading} onClick={older.load}>
              {t('messages.more')}
            </Button>
          )}
        </>
      ) : notifications ? (
        <EmptyState
          icon="chat"
          title={t('messages.none')}
          text={t('messages.none_text')}
          action={
            <ButtonLink kind="ghost" to="/user">
              {t('feedback.to_profile')}
            </ButtonLink>
          }
        />
      ) : (
        <NotLoaded call={first}>
          <Skeleton height={16} />
        </NotLoaded>
      )}
    </Page>
  );
}

/** The pages after the first, loaded one by one. */
function useOlder(lastOfFirst: string | undefined, firstHasMore: boolean) {
  const [pages, setPages] = useState<{
    notifications: readonly Notification[];
    hasMore: boolean;
  }>();
  const [error, setError] = useState<ApiError | NoAnswer>();
  const { send, isSending } = useSend(notificationCentre);
  const notifications = pages?.notifications ?? [];
  const before = notifications.at(-1)?.notificationId ?? lastOfFirst;

  const load = async () => {
    if (before === undefined) return;

    setError(undefined);

    const answer = await send({ body: { before } }, setError);
    if (answer)
      setPages({ notifications: [...notifications, ...answer.details], hasMore: answer.hasMore });
  };

  return {
    notifications,
    hasMore: pages?.hasMore ?? firstHasMore,
    error,
    isLoading: isSending,
    load: () => void load(),
  };
}

/**
 * Marks the shown notifications as read, once per newest notification. They stay marked as new on
 * the screen until it is left.
 */
function useRead(newest: string | undefined, unread: number): void {
  const { send } = useSend(readNotifications, 'quiet');
  const markedUpTo = useRef<string>(undefined);

  useEffect(() => {
    if (newest === undefined || unread === 0 || markedUpTo.current === newest) return;

    markedUpTo.current = newest;
    // A new notification means that earlier answers may be outdated.
    markStale(feedbackList);
    void send({ body: { upTo: newest } }).then((answer) => answer && markStale(notificationCentre));
  }, [newest, unread, send]);
}

function Item({ notification }: { notification: Notification }) {
  const t = useT();
  const { title, text, sentAt, isRead } = notification;
  const to = notificationPath(notification);

  return (
    <li className={entries.entry} data-solid={to}>
      <p className={entries.head}>
        <b>
          {to ? (
            <Link className={style.link} to={to}>
              {title}
            </Link>
          ) : (
            title
          )}
        </b>
        {!isRead && <Chip tone="due">{t('messages.new')}</Chip>}
      </p>
      <Text>{text}</Text>
      <Text size="sm">{formatMoment(sentAt)}</Text>
    </li>
  );
}
