import { billList } from '@noren/contract/orders';
import type { AppConfig } from '@noren/contract/public';
import { useAppConfig } from '../api-config.ts';
import { useCall } from '../api-hooks.tsx';
import { type MessageId, useT } from '../i18n/index.ts';
import { Card, RowLink } from '../ui/card.tsx';
import { CopyRow } from '../ui/copy-row.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Text } from '../ui/text.tsx';
import style from './customer-service.module.css';
import { mailSubject } from './mail-subject.ts';

/** How to reach a person: WhatsApp, phone, e-mail, hours, and whom to complain to. */
export function CustomerService() {
  const t = useT();
  const { config, retry } = useAppConfig();
  return (
    <Page title={t('service.title')}>
      {config ? (
        <Ways service={config.staffService} />
      ) : config === null ? (
        <ErrorState text={t('service.failed')} onRetry={retry} />
      ) : (
        <Skeleton height={14} />
      )}
      <h2>{t('service.complaints')}</h2>
      <Text>{t('service.complaints_text')}</Text>
      <Card rows label={t('service.complaints')}>
        <RowLink label={t('service.officers')} note={t('service.officers_note')} to="/privacy-policy?part=grievance" />
        <Outside name="RBI CMS" note="service.cms_note" href="https://cms.rbi.org.in" />
        <Outside name="Sachet" note="service.sachet_note" href="https://sachet.rbi.org.in" />
      </Card>
    </Page>
  );
}

function Ways({ service }: { service: AppConfig['staffService'] }) {
  const t = useT();
  const inProgress = useCall(billList, { query: { borrowType: '0' } });
  const completed = useCall(billList, { query: { borrowType: '1' } });
  // While the orders are not known the subject has no mark.
  const subject = mailSubject(t('service.subject'), inProgress.data?.details, completed.data?.details);
  return (
    <>
      <Text tone="ink" size="md">
        {t('service.lead', { hours: service.serviceTime })}
      </Text>
      <Card rows label={t('service.ways')}>
        <CopyRow label={t('service.whatsapp')} value={service.serviceWhatsApp} />
        <CopyRow label={t('service.phone')} value={service.servicePhone} />
        <a className={style.row} href={`mailto:${service.serviceEmail}?subject=${encodeURIComponent(subject)}`}>
          <Words label={t('service.email')} value={service.serviceEmail} icon="chevron" />
        </a>
      </Card>
      <Text size="xs">{t('service.copy_hint')}</Text>
    </>
  );
}

function Words({ label, value, icon }: { label: string; value: string; icon: IconName }) {
  return (
    <>
      <span className={style.words}>
        <span className={style.label}>{label}</span>
        <b className={style.value}>{value}</b>
      </span>
      <Icon name={icon} size={20} />
    </>
  );
}

function Outside({ name, note, href }: { name: string; note: MessageId; href: string }) {
  const t = useT();
  return (
    <a className={style.row} href={href} rel="noreferrer" target="_blank">
      <span className={style.words}>
        <b>{name}</b>
        <span className={style.label}>{t(note)}</span>
        <span className={style.label}>{href.replace('https://', '')}</span>
      </span>
      <Icon name="chevron" size={18} />
    </a>
  );
}
