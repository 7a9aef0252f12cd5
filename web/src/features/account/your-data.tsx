import { viewErasure } from '@noren/contract/privacy';
import { useAppConfig } from '../../api/config.ts';
import { useCall } from '../../api/hooks.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { AccountPage } from '../../shared/navigation/account-page.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { Card, Row, RowLink } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { useLanguageSaved } from './language-saved.ts';

const WAYS = ['consents', 'details', 'copy', 'nominee', 'erase'] as const;

/** The privacy centre: the user's rights over their data, and the grievance officer. */
export function YourDataScreen() {
  const t = useT();
  useLanguageSaved();

  const { config } = useAppConfig();
  const dueAt = useCall(viewErasure, { isOptional: true }).data?.dueAt ?? null;

  return (
    <AccountPage title={t('data.title')}>
      {dueAt !== null && (
        <Callout tone="due" title={t('data.erase_waiting', { at: formatMoment(dueAt) })} />
      )}
      <Text>{t('data.lead')}</Text>
      <Card rows label={t('data.title')}>
        {WAYS.map((way) => (
          <RowLink
            key={way}
            to={`/data/${way}`}
            label={t(`data.${way}`)}
            note={t(`data.${way}_note`)}
          />
        ))}
      </Card>
      <Card rows label={t('data.language')}>
        <Row
          label={t('data.language')}
          value={<LanguageSwitch />}
          notes={[t('data.language_note')]}
        />
      </Card>
      <section aria-label={t('data.complain')}>
        <Stack gap={2}>
          <h2>{t('data.complain')}</h2>
          {config && <Text>{t('data.complain_text', { days: config.complaintAnswerDays })}</Text>}
          <Card rows>
            <RowLink to="/grievance" label={t('data.officers')} />
          </Card>
        </Stack>
      </section>
    </AccountPage>
  );
}
