/**
 * How long a test waits for what must come, in milliseconds. The wait ends as soon as it has come.
 */
export const WAIT_LIMIT_MS = 300_000;

/**
 * How long a picture may take in a test that is about something else, in milliseconds: on a starved
 * machine a reading takes minutes. A test of the limit itself sets a short one.
 */
export const PICTURE_LIMIT_MS = 600_000;
