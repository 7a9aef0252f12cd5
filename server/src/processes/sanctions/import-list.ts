import { toBusinessDay } from '@noren/core/money/time';
import { ListFaultError } from '@noren/core/people/sanctions-fault';
import { recordFault } from '../../people/sanctions/list-store.ts';
import { readUnList } from '../../people/sanctions/read-un-list.ts';
import { takeList } from '../../people/sanctions/take-list.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Deps } from '../../platform/deps.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';

/** The list has some two megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Job: fetches the list of the United Nations and takes it. While it cannot be read, the list in
 * force stays so, and the console says why.
 */
export async function importSanctions(deps: Deps, maxBytes = MAX_BYTES): Promise<void> {
  if (!deps.sanctionsSource) return;

  try {
    const bytes = await deps.sanctionsSource.fetchUnList();
    const read = await readUnList(bytes, { maxBytes });
    if (read.listDay > toBusinessDay(deps.now())) throw new ListFaultError('day_impossible', 1);

    const taken = await transact(deps.db, (tx) =>
      takeList(tx, { ...read, list: 'un', staffId: null, now: deps.now() }),
    );
    const { outcome, doubt } = taken;
    const facts = { list: 'un', day: read.listDay, entries: read.entries.length, outcome, doubt };

    if (outcome === 'waiting') deps.log.warn(facts, 'a sanctions list waits for two people');
    else deps.log.info(facts, 'sanctions list read');
  } catch (error) {
    if (!(error instanceof ListFaultError)) throw error;
    await noteFault(deps, error);
  }
}

async function noteFault(deps: Deps, { fault, line }: ListFaultError): Promise<void> {
  const now = deps.now();
  deps.log.error({ list: 'un', fault, line }, 'the sanctions list could not be read');
  await deps.db.transaction().execute(async (tx) => {
    await recordFault(tx, { list: 'un', fault, line, staffId: null, now });
    const detail = { list: 'un', fault, line };
    await appendStaffAct(tx, { at: now, staffId: null, action: 'sanctions_list_failed', detail });
  });
}
