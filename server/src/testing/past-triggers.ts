import { sql } from 'kysely';
import type { Tx } from '../platform/db/db.ts';

/**
 * What the transaction writes from now on fires no trigger, on any machine: as no writer of the
 * program can.
 */
export async function writePastTriggers(tx: Tx): Promise<void> {
  await sql`set local citus.propagate_set_commands = 'local'`.execute(tx);
  await sql`set local session_replication_role = replica`.execute(tx);
}
