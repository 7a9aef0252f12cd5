import type { AnswerOf } from '@noren/contract/call';
import { type GrievanceLevel, grievance } from '@noren/contract/public-pages';
import { useAppConfig } from '../../api/config.ts';
import { useCall } from '../../api/hooks.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { OfficerCard } from '../../shared/help/grievance-officer.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import links from '../../ui/layout/links.module.css';
import { Page } from '../../ui/layout/page.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';

type Answer = AnswerOf<typeof grievance>;

/** Who answers a complaint and within which days, and what comes after; readable signed out. */
export function Grievance() {
  const t = useT();
  const call = useCall(grievance, {});
  const { config } = useAppConfig();
  const { data } = call;

  return (
    <Page title={t('grievance.title')} heading="large" right={<LanguageSwitch />}>
      {data ? (
        <>
          <Text tone="ink">{t('grievance.lead')}</Text>
          {data.levels.map((level, at) => (
            <Level key={level.level} level={level} number={at + 1} hours={data.hours} />
          ))}
          {config && <OfficerCard title={t('privacy.officer_app')} officer={config.appGrievance} />}
          <Regulator regulator={data.regulator} />
          {config && (
            <Card label={t('privacy.lender')}>
              <Text tone="ink">
                <b>{config.lender.name}</b>
              </Text>
              <Text>
                {t('privacy.lender_numbers', {
                  cin: config.lender.cin,
                  registration: config.lender.registrationNo,
                })}
              </Text>
              <Text>{config.lender.address}</Text>
            </Card>
          )}
          <Card rows label={t('fair.title')}>
            <RowLink to="/fair-practice" label={t('fair.title')} />
          </Card>
        </>
      ) : (
        <NotLoaded call={call}>
          <Skeleton height={30} />
        </NotLoaded>
      )}
    </Page>
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
