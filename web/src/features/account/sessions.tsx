import { CODES } from '@noren/contract/codes';
import { revokeSessions, type UserSession, viewSessions } from '@noren/contract/device';
import { notificationCentre } from '@noren/contract/support';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/api.ts';
import { goToConfirm } from '../../api/confirm.ts';
import { markStale, refresh, useCall, useSend } from '../../api/hooks.tsx';
import type { OtherSystem } from '../../device/operating-system.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { AccountPage } from '../../shared/navigation/account-page.tsx';
import { Chip } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import entries from '../../ui/layout/entries.module.css';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const OTHER: OtherSystem = 'Other';

/** The user's sessions: this phone and the others, to end one or all others. */
export function SessionsScreen() {
  const t = useT();
  const call = useCall(viewSessions, { isOptional: true });
  const { data, error } = call;
  const isByLink = error instanceof ApiError && error.code === CODES.confirmByCode;

  return (
    <AccountPage title={t('sessions.title')}>
      {data ? (
        <List sessions={data.sessions} />
      ) : isByLink ? (
        <Card rows>
          <RowLink label={t('sessions.code')} onClick={() => goToConfirm(false)} />
        </Card>
      ) : (
        <NotLoaded call={call}>
          <Skeleton lines={8} />
        </NotLoaded>
      )}
    </AccountPage>
  );
}

function List({ sessions }: { sessions: readonly UserSession[] }) {
  const t = useT();
  const { send, isSending } = useSend(revokeSessions);
  const [ending, setEnding] = useState<string | null>();
  const list = useRef<HTMLUListElement>(null);
  const others = sessions.filter(({ isThisOne }) => !isThisOne);

  const end = async (sessionId: string | null) => {
    setEnding(sessionId);

    const answer = await send({ body: { sessionId } });
    setEnding(undefined);

    if (!answer) return;

    toast(t(answer.revoked > 0 ? 'sessions.signed_out' : 'sessions.only'));
    markStale(notificationCentre);
    refresh(viewSessions);
    // The focused button is removed with its session.
    list.current?.focus();
  };

  return (
    <>
      {others.length > 0 && <Text>{t('sessions.lead')}</Text>}
      <ul ref={list} tabIndex={-1} className={entries.list} aria-label={t('sessions.title')}>
        {sessions.map((session) => (
          <Item
            key={session.sessionId}
            session={session}
            isEnding={isSending && ending === session.sessionId}
            onEnd={() => void end(session.sessionId)}
          />
        ))}
      </ul>
      {others.length === 0 && <Text>{t('sessions.only')}</Text>}
      {/* Also with none listed: a phone that signed itself out is still known here. */}
      <Button kind="ghost" busy={isSending && ending === null} onClick={() => void end(null)}>
        {t('sessions.sign_out_others')}
      </Button>
    </>
  );
}

type ItemProps = { session: UserSession; isEnding: boolean; onEnd: () => void };

function Item({ session, isEnding, onEnd }: ItemProps) {
  const t = useT();
  const { isThisOne, isByLink, operatingSystem, signedInAt, lastUsedAt } = session;
  const device =
    operatingSystem === null || operatingSystem === OTHER ? t('sessions.unknown') : operatingSystem;
  const at = formatMoment(lastUsedAt);

  return (
    <li className={entries.entry}>
      <p className={entries.head}>
        <b>{device}</b>
        {isThisOne ? (
          <Chip tone="good">{t('sessions.this_one')}</Chip>
        ) : (
          isByLink && <Chip>{t('sessions.by_link')}</Chip>
        )}
      </p>
      <Stack gap={1}>
        {!isThisOne && <Text size="sm">{t('sessions.last_used', { at })}</Text>}
        <Text size="sm">{t('sessions.since', { at: formatMoment(signedInAt) })}</Text>
      </Stack>
      {!isThisOne && (
        <Button
          kind="ghost"
          busy={isEnding}
          aria-label={t('sessions.sign_out_one', { device, at })}
          onClick={onEnd}
        >
          {t('sessions.sign_out')}
        </Button>
      )}
    </li>
  );
}
