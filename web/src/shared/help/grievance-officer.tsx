import type { AppConfig } from '@noren/contract/public';
import { useT } from '../../i18n/index.ts';
import { Card } from '../../ui/layout/card.tsx';
import links from '../../ui/layout/links.module.css';
import { Text } from '../../ui/layout/text.tsx';

/** A grievance officer with phone and e-mail links. */
export function OfficerCard({
  title,
  officer,
}: {
  title: string;
  officer: AppConfig['appGrievance'];
}) {
  return (
    <Card label={title}>
      <Text>{title}</Text>
      <Text tone="ink">
        <b>{officer.name}</b>
      </Text>
      <p className={links.links}>
        <a href={`tel:${officer.phone.replace(/[^\d+]/g, '')}`}>{officer.phone}</a>
        <a href={`mailto:${officer.email}`}>{officer.email}</a>
      </p>
      <Text>{officer.address}</Text>
    </Card>
  );
}

type Lender = Pick<AppConfig['lender'], 'name' | 'cin' | 'registrationNo' | 'address'>;

/** Who lends: its name, its numbers and its address. */
export function LenderCard({ lender }: { lender: Lender }) {
  const t = useT();
  const { name, cin, registrationNo: registration, address } = lender;

  return (
    <Card label={t('privacy.lender')}>
      <Text tone="ink">
        <b>{name}</b>
      </Text>
      <Text>{t('privacy.lender_numbers', { cin, registration })}</Text>
      <Text>{address}</Text>
    </Card>
  );
}
