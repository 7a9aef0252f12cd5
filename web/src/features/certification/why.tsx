import type { TextId } from '../../i18n/index.ts';
import { Rich } from '../../i18n/rich.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Link } from '../../ui/routing/router.tsx';

/**
 * What is collected here, why, how long it is stored and who sees it; shown before the data is
 * entered.
 */
export function Why({ id }: { id: TextId }) {
  return (
    <Text size="sm">
      <Rich id={id} parts={{ link: (text) => <Link to="/privacy-policy">{text}</Link> }} />
    </Text>
  );
}
