import type { AnswerOf } from '@noren/contract/call';
import { type GrievanceLevel, grievance } from '@noren/contract/public-pages';
import { useCall } from '../../api/hooks.tsx';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { LenderCard, OfficerCard } from '../../shared/help/grievance-officer.tsx';
import { HelpButton } from '../../shared/help/help.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import links from '../../ui/layout/links.module.css';
import { Page } from '../../ui/layout/page.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { useSearchParams } from '../../ui/routing/router.tsx';

type Answer = AnswerOf<typeof grievance>;

/**
 * Who answers a complaint and within which days, and what comes after; readable signed out.
 * `?from=` shows the contacts that were published from that day.
 */
export function Grievance() {
  const t = useT();
  const { isSignedIn } = useSession();
  const [params] = useSearchParams();
  const from = params.get('from');
  const call = useCall(grievance, { query: from === null ? {} : { from } });
  const { data } = call;

  return (
    <Page
      title={t('grievance.title')}
      heading="large"
      right={isSignedIn ? <HelpButton /> : <LanguageSwitch />}
    >
      {data ? (
        <>
          <Text size="sm">{t('grievance.since', { day: formatDay(data.from) })}</Text>
          <Text tone="ink">{t('grievance.lead')}</Text>
          {data.levels.map((level, at) => (
            <Level key={level.level} level={level} number={at + 1} hours={data.hours} />
          ))}
          <OfficerCard title={t('privacy.officer_app')} officer={data.appOfficer} />
          <Regulator regulator={data.regulator} />
          <LenderCard lender={data.lender} />
          <Card rows label={t('fair.title')}>
            <RowLink to="/fair-practice" label={t('fair.title')} />
          </Card>
          <Versions versions={data.versions} />
        </>
      ) : (
        <NotLoaded call={call}>
          <Skeleton height={30} />
        </NotLoaded>
      )}
    </Page>
  );
}

/** Links to the contacts of every day on which they changed. */
function Versions({ versions }: Pick<Answer, 'versions'>) {
  const t = useT();
  if (versions.length < 2) return null;

  return (
    <>
      <h2>{t('fair.older')}</h2>
      <Card rows label={t('fair.older')}>
        {versions.map((from) => (
          <RowLink
            key={from}
            to={`/grievance?from=${from}`}
            label={t('grievance.since', { day: formatDay(from) })}
          />
        ))}
      </Card>
    </>
  );
}

interface LevelProps {
  level: GrievanceLevel;
  number: number;
  hours: string;
}

function Level({ level, number, hours }: LevelProps) {
  const t = useT();
  const { days, name, phone, email, address } = level;
  const title = t('grievance.step', { number, who: t(`grievance.${level.level}`) });

  return (
    <Card label={title}>
      <h2>{title}</h2>
      <Text>{t('grievance.by', { days })}</Text>
      {name && (
        <Text tone="ink">
          <b>{name}</b>
        </Text>
      )}
      <p className={links.links}>
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      {level.level === 'desk' && <Text>{t('grievance.hours', { hours })}</Text>}
      {address && <Text>{address}</Text>}
    </Card>
  );
}

/** Complaints to the Reserve Bank: its page, phone, e-mail and post. */
const RESERVE_BANK = { phone: '14448', email: 'crpc@rbi.org.in' };

function Regulator({ regulator }: { regulator: Answer['regulator'] }) {
  const t = useT();
  const { kind, answerDays, fileDays, mostLossPaise, mostHarassmentPaise } = regulator;

  return (
    <Stack gap={2} as="section">
      <h2>{t('grievance.after', { days: answerDays })}</h2>
      <Text tone="ink">
        {t(`grievance.${kind}`, {
          days: fileDays,
          loss: formatMoney(mostLossPaise, 'whole'),
          harassment: formatMoney(mostHarassmentPaise, 'whole'),
        })}
      </Text>
      <p className={links.links}>
        <a href="https://cms.rbi.org.in" rel="noreferrer" target="_blank">
          cms.rbi.org.in
        </a>
        <a href={`tel:${RESERVE_BANK.phone}`}>{RESERVE_BANK.phone}</a>
        <a href={`mailto:${RESERVE_BANK.email}`}>{RESERVE_BANK.email}</a>
      </p>
      <Text>{t('grievance.post')}</Text>
      <p className={links.links}>
        <a href="https://sachet.rbi.org.in" rel="noreferrer" target="_blank">
          {t('grievance.sachet')}: sachet.rbi.org.in
        </a>
      </p>
    </Stack>
  );
}
