import { type RawBuilder, sql } from 'kysely';

/**
 * A list of statuses written into the statement's text, for `status in`. As parameters they would
 * keep a prepared statement from the partial indexes on status, such as `orders_open`.
 */
export function toStatusList(statuses: readonly number[]): RawBuilder<unknown> {
  return sql.raw(`(${statuses.join(', ')})`);
}
