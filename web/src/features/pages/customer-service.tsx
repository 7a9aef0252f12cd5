import { useAppConfig } from '../../api/config.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { HelpChannels } from '../../shared/help/help-channels.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { Page } from '../../ui/layout/page.tsx';
import row from '../../ui/layout/row.module.css';
import { Text } from '../../ui/layout/text.tsx';

/** Contact: WhatsApp, phone, e-mail, hours, and the grievance officer. */
export function CustomerService() {
  const t = useT();
  const { config } = useAppConfig();

  return (
    <Page title={t('service.title')}>
      <HelpChannels />
      <Card rows label={t('service.write')}>
        <RowLink label={t('service.write')} note={t('service.write_note')} to="/feedback" />
      </Card>
      <h2>{t('service.complaints')}</h2>
      {config && <Text>{t('service.complaints_text', { days: config.complaintAnswerDays })}</Text>}
      <Card rows label={t('service.complaints')}>
        <RowLink label={t('service.officers')} note={t('service.officers_note')} to="/grievance" />
        <ExternalLink name="RBI CMS" note="service.cms_note" href="https://cms.rbi.org.in" />
        <ExternalLink name="Sachet" note="service.sachet_note" href="https://sachet.rbi.org.in" />
      </Card>
      <Card rows label={t('fair.title')}>
        <RowLink label={t('rates.title')} to="/rate-card" />
        <RowLink label={t('fair.title')} to="/fair-practice" />
      </Card>
    </Page>
  );
}

function ExternalLink({ name, note, href }: { name: string; note: TextId; href: string }) {
  const t = useT();

  return (
    <a className={row.row} href={href} rel="noreferrer" target="_blank">
      <span className={row.words}>
        <b>{name}</b>
        <span className={row.label}>{t(note)}</span>
        <span className={row.label}>{href.replace('https://', '')}</span>
      </span>
      <Icon name="chevron" size={18} />
    </a>
  );
}
