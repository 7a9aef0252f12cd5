/**
 * How long an adapter waits for a double: for an answer as long as a busy machine needs; tests wait
 * for the end of it where none comes.
 */
export const doubleTimeoutMs = (isSilent: boolean): number => (isSilent ? 2_000 : 15_000);
