import type { Purpose } from '@noren/core/people/consent';
import { askContactsAnew, dropContacts } from '../../features/certification/store.ts';
import { forgetMarks } from '../../features/device/store.ts';
import { forgetRecords } from '../../features/tracking/store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { dropSubscriptions } from '../../platform/notifications/store.ts';

/** Forgets at once what was kept for a purpose until its consent is withdrawn, in the transaction that withdraws it. */
export async function forgetFor(tx: Tx | Db, userId: string, purpose: Purpose): Promise<void> {
  if (purpose === 'contacts') await dropContacts(tx, userId);
  if (purpose === 'notifications') await dropSubscriptions(tx, userId);
  if (purpose === 'usage') await forgetRecords(tx, userId);
  if (purpose === 'device_mark') await forgetMarks(tx, userId);
}

/** Asks once more for what went with a consent and is needed, in the transaction in which it is given again. */
export async function askAnewFor(tx: Tx | Db, userId: string, purpose: Purpose): Promise<void> {
  if (purpose === 'contacts') await askContactsAnew(tx, userId);
}
