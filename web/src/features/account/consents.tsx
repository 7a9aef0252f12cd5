import { viewConsents } from '@noren/contract/account';
import { consentHistory } from '@noren/contract/privacy';
import { markStale, refresh, useCall } from '../../api/hooks.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Chip } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { ConsentSheet, type PurposeHistory } from './consent-sheet.tsx';
import { useOpenItem } from './open-item.ts';
import { purposeReason } from './purpose-reason.ts';

/** All decided or optional purposes with their decisions, to withdraw or to agree. */
export function ConsentsScreen() {
  const t = useT();
  const call = useCall(consentHistory, {});
  const { data } = call;
  const [opened, open] = useOpenItem();
  // Consents that a loan needs are requested on the way to it.
  const needed =
    data?.purposes.filter(({ isRequired, records }) => isRequired && records.length > 0) ?? [];
  const optional = data?.purposes.filter(({ isRequired }) => !isRequired) ?? [];
  const shown = [...needed, ...optional].find(({ purpose }) => purpose === opened);

  const decided = () => {
    markStale(viewConsents);
    refresh(consentHistory);
    open(null);
  };

  return (
    <Page title={t('data.consents')} back="/data" right={<HelpButton />}>
      {data ? (
        <>
          <Text>{t('data.consents_lead')}</Text>
          {needed.length > 0 && (
            <Card rows label={t('data.consents')}>
              {needed.map(({ purpose, state, records }) => (
                <RowLink
                  key={purpose}
                  label={t(`data.purpose_${purpose}`)}
                  note={records[0] && formatMoment(records[0].withdrawnAt ?? records[0].at)}
                  aside={
                    <Chip tone={state === 'given' ? 'good' : 'plain'}>
                      {t(`data.state_${state}`)}
                    </Chip>
                  }
                  onClick={() => open(purpose)}
                />
              ))}
            </Card>
          )}
          <Stack gap={2} as="section">
            <h2>{t('data.optional')}</h2>
            <Text>{t('data.optional_text')}</Text>
            <Card rows label={t('data.optional')}>
              {optional.map((one) => (
                <OptionalRow key={one.purpose} shown={one} onOpen={() => open(one.purpose)} />
              ))}
            </Card>
          </Stack>
          {shown && <ConsentSheet shown={shown} onClose={() => open(null)} onDecided={decided} />}
        </>
      ) : (
        <NotLoaded call={call}>
          <Skeleton lines={8} />
        </NotLoaded>
      )}
    </Page>
  );
}

/** A purpose, the last decision, and a button to change it. */
function OptionalRow({
  shown: { purpose, state, records },
  onOpen,
}: {
  shown: PurposeHistory;
  onOpen: () => void;
}) {
  const t = useT();
  const [newest] = records;
  const decided = newest && (newest.withdrawnAt === null ? newest.decision : 'withdrawn');
  const isDecisionShown = decided && state !== 'outdated';

  return (
    <RowLink
      label={t(`data.purpose_${purpose}`)}
      note={
        <>
          {t(purposeReason(purpose))}
          <br />
          {isDecisionShown
            ? t(`data.record_${decided}`, { at: formatMoment(newest.withdrawnAt ?? newest.at) })
            : t(`data.state_${state}`)}
          <br />
          <b>{t(state === 'given' ? 'data.withdraw' : 'data.agree')}</b>
        </>
      }
      onClick={onOpen}
    />
  );
}
