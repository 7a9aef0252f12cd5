/**
 * In what the income tax department's register of PANs does not confirm an identity. `unknown`: it
 * has no such number. `ended`: the number was cancelled or replaced. `deceased`: its holder died.
 * `not_a_person`: it belongs to a company or another body.
 */
export const PAN_DIFFERENCES = [
  'name',
  'birthDay',
  'unknown',
  'ended',
  'deceased',
  'not_a_person',
] as const;

export type PanDifference = (typeof PAN_DIFFERENCES)[number];

/** `waiting`: the register was asked, or will be, and gave no answer yet. */
export const PAN_VERDICTS = ['waiting', 'agrees', 'differs'] as const;
export type PanVerdict = (typeof PAN_VERDICTS)[number];

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

/** How long to wait after so many tries without an answer: twice as long each time. */
export function panRetryWait(tries: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 20), LONGEST_WAIT_MS);
}
