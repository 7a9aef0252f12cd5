import { type RawBuilder, sql } from 'kysely';

/**
 * SQL condition: a passkey's counter has grown, so that it was not copied. An authenticator that
 * does not count always says 0.
 */
export const isNewerCounter = (counter: number): RawBuilder<boolean> =>
  sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter === 0}))`;
