import type { AnswerOf } from '@noren/contract/call';
import type { consentHistory, ErasureState } from '@noren/contract/privacy';
import { consentTexts, PURPOSES, type Purpose } from '@noren/core/people/consent';

type PurposeHistory = AnswerOf<typeof consentHistory>['purposes'][number];

/** Every purpose given once on this device, with the overrides. */
export function sampleHistory(
  but: Partial<Record<Purpose, Partial<PurposeHistory>>> = {},
): AnswerOf<typeof consentHistory> {
  return {
    purposes: PURPOSES.map((purpose) => ({
      purpose,
      state: 'given',
      textVersion: 'v',
      isRequired: consentTexts[purpose].isRequired,
      mayWithdraw: true,
      records: [
        {
          decision: 'given',
          textVersion: 'v',
          isCurrentText: true,
          language: 'en',
          items: [...consentTexts[purpose].items],
          at: 1,
          withdrawnAt: but[purpose]?.state === 'withdrawn' ? 2 : null,
          isThisDevice: true,
        },
      ],
      ...but[purpose],
    })),
  };
}

/** No erasure requested, with the overrides. */
export function sampleErasure(but: Partial<ErasureState> = {}): ErasureState {
  return {
    state: 'none',
    requestedAt: null,
    refusedBecause: null,
    dueAt: null,
    blocks: [],
    keepUntil: null,
    waitDays: 7,
    ...but,
  };
}
