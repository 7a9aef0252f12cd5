import type { AnswerOf } from '@noren/contract/call';
import { fairPracticeCode } from '@noren/contract/public-pages';
import { useCall } from '../../api/hooks.tsx';
import { formatDay } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { useSearchParams } from '../../ui/routing/router.tsx';

/** The fair-practice code, readable signed out; `?version=` shows a former wording. */
export function FairPractice() {
  const t = useT();
  const { isSignedIn } = useSession();
  const [params] = useSearchParams();
  const version = params.get('version');
  const call = useCall(fairPracticeCode, { query: version === null ? {} : { version } });
  const { data } = call;

  return (
    <Page
      title={t('fair.title')}
      heading="large"
      right={isSignedIn ? <HelpButton /> : <LanguageSwitch />}
    >
      {data ? (
        <Code code={data} />
      ) : (
        <NotLoaded call={call}>
          <Skeleton height={30} />
        </NotLoaded>
      )}
    </Page>
  );
}

function Code({ code }: { code: AnswerOf<typeof fairPracticeCode> }) {
  const t = useT();
  const { version, from, versions, parts } = code;

  return (
    <>
      <Text size="sm">{t('fair.version', { version, day: formatDay(from) })}</Text>
      {parts.map(({ id, title, lines }) => (
        <Stack key={id} gap={2} as="section">
          <h2>{title}</h2>
          {lines.map((line) => (
            <Text key={line} tone="ink">
              {line}
            </Text>
          ))}
        </Stack>
      ))}
      <Card rows label={t('rates.title')}>
        <RowLink to="/rate-card" label={t('rates.title')} />
        <RowLink to="/privacy-policy" label={t('privacy.title')} />
      </Card>
      {versions.length > 1 && (
        <>
          <h2>{t('fair.older')}</h2>
          <Card rows label={t('fair.older')}>
            {versions.map((one) => (
              <RowLink
                key={one.version}
                to={`/fair-practice?version=${one.version}`}
                label={t('fair.entry', { version: one.version, day: formatDay(one.from) })}
              />
            ))}
          </Card>
        </>
      )}
    </>
  );
}
