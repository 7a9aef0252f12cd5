import type { RenewalView } from '@noren/contract/fields';
import { RenewalRow } from '../../shared/renewal/renewal-row.tsx';
import { Card } from '../../ui/layout/card.tsx';

/** One line while the details may be confirmed. */
export function RenewalLine({ renewal }: { renewal: RenewalView }) {
  return (
    <Card rows>
      <RenewalRow renewal={renewal} />
    </Card>
  );
}
