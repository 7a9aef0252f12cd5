import type { Purpose } from '@noren/core/people/consent';
import type { TextId } from '../../i18n/index.ts';

/** The text id of what a purpose's data is used for. */
export function purposeReason(purpose: Purpose): TextId {
  // Requested by a separate line instead of before a screen.
  const isLine = purpose === 'privacy_policy' || purpose === 'offers';
  return isLine ? `data.why_${purpose}` : `consent.why_${purpose}`;
}
