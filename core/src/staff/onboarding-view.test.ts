import { expect, test } from 'vitest';
import { UserStatus } from '../people/status.ts';
import { onboardingSteps } from './onboarding-view.ts';

const listStates = (...facts: Parameters<typeof onboardingSteps>) =>
  onboardingSteps(...facts).map(({ state }) => state);

test('the next step is the borrower’s, those after it come later', () => {
  expect(
    listStates({ bizStatus: UserStatus.registered, identity: null, credit: 'evaluating' }),
  ).toEqual(['now', 'later', 'later', 'later', 'later', 'later']);
  expect(
    listStates({
      bizStatus: UserStatus.personalInfoDue,
      identity: 'verified',
      credit: 'evaluating',
    }),
  ).toEqual(['done', 'done', 'now', 'later', 'later', 'later']);
});

test('an identity in review and a limit being decided wait for the lender', () => {
  expect(
    listStates({ bizStatus: UserStatus.certified, identity: 'review', credit: 'review' }),
  ).toEqual(['done', 'waiting', 'done', 'done', 'done', 'waiting']);
  expect(
    listStates({ bizStatus: UserStatus.certified, identity: 'refused', credit: 'declined' }).slice(
      1,
    ),
  ).toEqual(['refused', 'done', 'done', 'done', 'refused']);
  expect(
    listStates({ bizStatus: UserStatus.regular, identity: 'verified', credit: 'approved' }),
  ).not.toContain('waiting');
});
