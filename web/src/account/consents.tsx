import { viewConsents } from '@noren/contract/account';
import type { AnswerOf } from '@noren/contract/call';
import { consentHistory } from '@noren/contract/privacy';
import { outdate, refresh, useCall } from '../api-hooks.tsx';
import { formatMoment } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { HelpButton } from '../session-help.tsx';
import { Card, RowLink } from '../ui/card.tsx';
import { Chip } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Text } from '../ui/text.tsx';
import { ConsentSheet } from './consent-sheet.tsx';
import { useOpened } from './opened.ts';

/** A purpose with all that was decided about it. */
export type PurposeShown = AnswerOf<typeof consentHistory>['purposes'][number];

/** Everything that was asked for, purpose by purpose: what was decided, and taking it back. */
export function ConsentsScreen() {
  const t = useT();
  const { data, error, isFetching, refetch } = useCall(consentHistory, {});
  const [opened, open] = useOpened();
  const asked = data?.purposes.filter(({ records }) => records.length > 0) ?? [];
  const shown = asked.find(({ purpose }) => purpose === opened);
  const decided = () => {
    outdate(viewConsents);
    refresh(consentHistory);
    open(null);
  };
  return (
    <Page title={t('data.consents')} back="/data" right={<HelpButton />}>
      {data ? (
        <>
          <Text>{t('data.consents_lead')}</Text>
          <Card rows label={t('data.consents')}>
            {asked.map(({ purpose, state, records }) => (
              <RowLink
                key={purpose}
                label={t(`data.purpose_${purpose}`)}
                note={records[0] && formatMoment(records[0].withdrawnAt ?? records[0].at)}
                aside={<Chip tone={state === 'given' ? 'good' : 'plain'}>{t(`data.state_${state}`)}</Chip>}
                onClick={() => open(purpose)}
              />
            ))}
          </Card>
          {shown && <ConsentSheet shown={shown} onClose={() => open(null)} onDecided={decided} />}
        </>
      ) : error ? (
        <ErrorState text={error.message} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  );
}
