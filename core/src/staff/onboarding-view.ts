import { certificationSteps, UserStatus } from '../people/status.ts';

export interface OnboardingFacts {
  readonly bizStatus: number;
  readonly identity: 'verified' | 'review' | 'refused' | null;
  readonly credit: 'evaluating' | 'approved' | 'declined' | 'review';
}

const NAMES = { one: 'identity', two: 'personal', three: 'contacts', four: 'account' } as const;

/** `now`: the borrower acts next. `waiting`: the lender does. */
export type OnboardingState = 'done' | 'now' | 'later' | 'waiting' | 'refused';

export interface OnboardingStep {
  readonly step: 'questions' | 'identity' | 'personal' | 'contacts' | 'account' | 'limit';
  readonly state: OnboardingState;
}

const REVIEWED = { verified: 'done', review: 'waiting', refused: 'refused' } as const;

const DECIDED = {
  approved: 'done',
  declined: 'refused',
  review: 'waiting',
  evaluating: 'waiting',
} as const;

/** Steps of onboarding: done, missing, and who must act. */
export function onboardingSteps({
  bizStatus,
  identity,
  credit,
}: OnboardingFacts): readonly OnboardingStep[] {
  const at = (due: number): OnboardingState =>
    bizStatus > due ? 'done' : bizStatus === due ? 'now' : 'later';
  const steps = certificationSteps.map(({ step, required }): OnboardingStep => {
    const state = at(required);
    const isReviewed = step === 'one' && state === 'done' && identity !== null;
    return { step: NAMES[step], state: isReviewed ? REVIEWED[identity] : state };
  });
  const limit = bizStatus >= UserStatus.certified ? DECIDED[credit] : 'later';

  return [
    { step: 'questions', state: at(UserStatus.registered) },
    ...steps,
    { step: 'limit', state: limit },
  ];
}
