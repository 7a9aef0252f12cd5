/** The parts of the policy that have a title and a text, in their order. */
export const POLICY_PARTS = [
  'what',
  'why',
  'camera',
  'never',
  'shared',
  'kept',
  'rights',
  'safe',
] as const;
