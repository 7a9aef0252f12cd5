import { forgetMarks } from '../../features/device/store.ts';
import { forgetRecords } from '../../features/tracking/store.ts';
import type { ConsentEffects } from '../../platform/deps.ts';
import { deletePushSubscriptions } from '../../platform/notifications/store.ts';
import { deleteContacts, requireContactsAgain } from '../../features/certification/store.ts';

/** Deletes what was stored only until a consent is withdrawn; asks again for contacts once theirs is given again. */
export const consentEffects: ConsentEffects = {
  async onWithdrawn(tx, userId, purpose) {
    if (purpose === 'contacts') await deleteContacts(tx, userId);
    if (purpose === 'notifications') await deletePushSubscriptions(tx, userId);
    if (purpose === 'usage') await forgetRecords(tx, userId);
    if (purpose === 'device_mark') await forgetMarks(tx, userId);
  },
  async onGiven(tx, userId, purpose) {
    if (purpose === 'contacts') await requireContactsAgain(tx, userId);
  },
};
