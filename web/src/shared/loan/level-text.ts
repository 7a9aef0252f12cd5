import type { IdentityLevelView } from '@noren/contract/loans';
import { formatMoney } from '../../i18n/format.ts';
import { type TextId, useT } from '../../i18n/index.ts';

const NAMES = {
  none: 'level.none',
  document_seen: 'level.document_seen',
  source_checked: 'level.source_checked',
  full: 'level.full',
} as const satisfies Record<IdentityLevelView['level'], TextId>;

/** How well the lender knows the borrower, and how much that allows at most. */
export function useLevelText({ level, mostPaise }: IdentityLevelView): string {
  const t = useT();
  return t('level.allows', { level: t(NAMES[level]), most: formatMoney(mostPaise, 'whole') });
}
