import type { Purpose } from '@noren/core/people/consent';
import type { MessageId } from '../../i18n/index.ts';

/** The text that says what a purpose's data is for. */
export function whyAsked(purpose: Purpose): MessageId {
  // Asked for elsewhere than before a screen, in a line of its own.
  const isLine = purpose === 'privacy_policy' || purpose === 'offers';
  return isLine ? `data.why_${purpose}` : `consent.why_${purpose}`;
}
