/**
 * How a column is protected. `docs/data-protection.md`, "Protection levels", says what each level
 * demands; `protection-levels.rest.test.ts` compares the map with the catalogue and with real rows.
 */
export const LEVELS = [
  'public',
  'internal',
  'personal',
  'encrypted',
  'hashed',
  'secret',
  'invented',
] as const;

export type Level = (typeof LEVELS)[number];
