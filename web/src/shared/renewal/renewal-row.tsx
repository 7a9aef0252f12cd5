import type { RenewalView } from '@noren/contract/fields';
import { formatDay } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Row, RowLink } from '../../ui/layout/card.tsx';

/** When the details are to be confirmed next; a link to the screen while they may be. */
export function RenewalRow({ renewal }: { renewal: RenewalView }) {
  const t = useT();
  const { state, confirmedDay, dueDay } = renewal;
  if (state === 'settled')
    return (
      <Row
        label={t('renewal.next')}
        value={formatDay(dueDay)}
        notes={[t('renewal.confirmed', { day: formatDay(confirmedDay) })]}
      />
    );

  return (
    <RowLink
      to="/data/details"
      label={t(state === 'open' ? 'renewal.by' : 'renewal.was_due', { day: formatDay(dueDay) })}
    />
  );
}
