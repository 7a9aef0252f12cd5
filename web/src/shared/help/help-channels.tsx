import { borrowStatus } from '@noren/contract/orders';
import type { AppConfig } from '@noren/contract/public';
import { useAppConfig } from '../../api/config.ts';
import { useCall } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { CopyRow } from '../../ui/feedback/copy-row.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import style from '../../ui/layout/row.module.css';
import { Text } from '../../ui/layout/text.tsx';
import own from './help-channels.module.css';
import { mailSubject } from './mail-subject.ts';

/**
 * Customer service: WhatsApp, phone, e-mail and hours. Source: specification §2, §3 "Customer
 * service config".
 */
export function HelpChannels() {
  const t = useT();
  const { config, retry } = useAppConfig();
  if (config) return <Channels service={config.staffService} />;
  if (config === null) return <ErrorState text={t('service.failed')} onRetry={retry} />;

  return <Skeleton height={14} />;
}

function Channels({ service }: { service: AppConfig['staffService'] }) {
  const t = useT();
  const { isSignedIn: isOn } = useSession();
  const orders = useCall(borrowStatus, { isOn });
  // Until the orders are loaded the subject has no marker.
  const subject = mailSubject(t('service.subject'), orders.data);

  return (
    <>
      <Text tone="ink">
        {/* A word joiner, so that the hours do not wrap after the dash. */}
        {t('service.lead', { hours: service.serviceTime.replace('–', '–\u2060') })}
      </Text>
      <Card rows label={t('service.ways')}>
        <NumberRow
          label={t('service.whatsapp')}
          number={service.serviceWhatsApp}
          act={t('service.chat')}
          href={`https://wa.me/${service.serviceWhatsApp.replace(/\D/g, '')}`}
        />
        <NumberRow
          label={t('service.phone')}
          number={service.servicePhone}
          act={t('service.call')}
          href={`tel:${service.servicePhone.replace(/[^\d+]/g, '')}`}
        />
        <a
          className={style.row}
          href={`mailto:${service.serviceEmail}?subject=${encodeURIComponent(subject)}`}
        >
          <span className={style.words}>
            <span className={style.label}>{t('service.email')}</span>
            <b className={style.value}>{service.serviceEmail}</b>
          </span>
          <Icon name="chevron" size={20} />
        </a>
      </Card>
      <Text size="sm">{t('service.copy_hint')}</Text>
    </>
  );
}

type NumberRowProps = { label: string; number: string; act: string; href: string };

/** A number that a tap copies, beside a link that opens the phone's own app for it. */
function NumberRow({ label, number, act, href }: NumberRowProps) {
  return (
    <div className={own.number}>
      <CopyRow label={label} value={number} />
      <a className={own.act} href={href} aria-label={`${act}: ${number}`}>
        {act}
      </a>
    </div>
  );
}
