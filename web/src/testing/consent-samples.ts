import type { viewConsents } from '@noren/contract/account';
import type { AnswerOf } from '@noren/contract/call';
import { consentTexts, PURPOSES, type Purpose } from '@noren/core/people/consent';

type ConsentState = AnswerOf<typeof viewConsents>['consents'][number];

/** Every purpose given, with the overrides. */
export function sampleConsents(
  but: Partial<Record<Purpose, Partial<ConsentState>>> = {},
): AnswerOf<typeof viewConsents> {
  return {
    consents: PURPOSES.map((purpose) => {
      const { textVersion, isRequired } = consentTexts[purpose];
      return { purpose, textVersion, isRequired, state: 'given', decidedAt: 1, ...but[purpose] };
    }),
  };
}
