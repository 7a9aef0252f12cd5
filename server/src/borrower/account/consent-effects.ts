import { JOBS } from '../../job-list.ts';
import { deletePushSubscriptions } from '../../notifications/store.ts';
import { deletePlaces } from '../../people/certification/liveness-store.ts';
import { deleteContacts, requireContactsAgain } from '../../people/certification/store.ts';
import type { ConsentEffects } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { clearFingerprints } from '../device/store.ts';
import { deleteTrackingRecords } from '../tracking/store.ts';

/**
 * Deletes data stored under a consent when it is withdrawn; requests contacts again when that
 * consent is given again.
 */
export const consentEffects: ConsentEffects = {
  async onWithdrawn(tx, userId, purpose) {
    if (purpose === 'contacts') await deleteContacts(tx, userId);
    if (purpose === 'notifications') await deletePushSubscriptions(tx, userId);
    if (purpose === 'location') await deletePlaces(tx, userId);
    if (purpose === 'usage') await deleteTrackingRecords(tx, userId);
    if (purpose === 'device_mark') await clearFingerprints(tx, userId);
    // Outside the database, so that an older one does not bring it back.
    await addJob(tx, JOBS['record-erasure'], { userId });
  },
  async onGiven(tx, userId, purpose) {
    if (purpose === 'contacts') await requireContactsAgain(tx, userId);
  },
};
