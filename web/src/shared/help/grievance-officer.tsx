import type { AppConfig } from '@noren/contract/public';
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
