import { POLICY_PARTS } from '@noren/contract/policy-parts';
import type { AppConfig } from '@noren/contract/public';
import { useAppConfig } from '../../api/config.ts';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { LenderCard, OfficerCard } from '../../shared/help/grievance-officer.tsx';
import { HelpButton } from '../../shared/help/help.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import links from '../../ui/layout/links.module.css';
import { Page } from '../../ui/layout/page.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import style from './privacy-policy.module.css';

/** The privacy policy and the grievance officers, readable signed out. */
export function PrivacyPolicy() {
  const t = useT();
  const { config, retry } = useAppConfig();
  const { isSignedIn } = useSession();

  return (
    <Page
      title={t('privacy.title')}
      heading="large"
      right={isSignedIn ? <HelpButton /> : <LanguageSwitch />}
    >
      {config && (
        <>
          <Text size="sm">{t('privacy.version', { version: config.policyVersion })}</Text>
          <Text tone="ink">{t('privacy.who', { lender: config.lender.name })}</Text>
        </>
      )}
      {POLICY_PARTS.map((section) => (
        <section key={section} className={style.section}>
          <h2>{t(`privacy.${section}_title`)}</h2>
          {t(`privacy.${section}_text`)
            .split('\n')
            .map((line) => (
              <Text key={line} tone="ink">
                {line}
              </Text>
            ))}
          {section === 'shared' &&
            config?.identityServices.map((service) => (
              <Text key={service} tone="ink">
                {t(`privacy.shared_${service}`)}
              </Text>
            ))}
        </section>
      ))}
      <section className={style.section}>
        <h2>{t('privacy.grievance_title')}</h2>
        {config && (
          <Text tone="ink">
            {t('privacy.grievance_text', { days: config.complaintAnswerDays })}
          </Text>
        )}
        {config ? (
          <Officers config={config} />
        ) : config === null ? (
          <ErrorState text={t('privacy.officers_failed')} onRetry={retry} />
        ) : (
          <Skeleton height={10} />
        )}
        {config && (
          <Text tone="ink">
            {t('privacy.ombudsman_text', { days: config.complaintAnswerDays })}
          </Text>
        )}
        <p className={links.links}>
          <a href="https://cms.rbi.org.in" rel="noreferrer" target="_blank">
            cms.rbi.org.in
          </a>
          <a href="https://sachet.rbi.org.in" rel="noreferrer" target="_blank">
            sachet.rbi.org.in
          </a>
        </p>
      </section>
    </Page>
  );
}

function Officers({ config }: { config: AppConfig }) {
  const t = useT();
  const { lender, appGrievance } = config;

  return (
    <Stack gap={3}>
      <OfficerCard
        title={t('privacy.officer_lender', { lender: lender.name })}
        officer={lender.grievance}
      />
      <OfficerCard title={t('privacy.officer_app')} officer={appGrievance} />
      <LenderCard lender={lender} />
    </Stack>
  );
}
