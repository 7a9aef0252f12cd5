import type { Db } from '../../platform/db/db.ts';
import type { Sms } from '../../platform/ports/sms.ts';
import { findSmsId, insertMessage } from './store.ts';

/**
 * The sandbox's carrier: stores every message for the sandbox page, sends none, reports each as
 * delivered.
 */
export function makeSandboxSms(db: Db, now: () => number): Sms {
  return {
    name: 'sandbox-sms',
    async send(message) {
      await insertMessage(db, message, now());
      return { state: 'delivered', providerId: null, registeredAs: null };
    },
    async find({ reference }) {
      const smsId = await findSmsId(db, reference);
      return smsId === undefined
        ? { state: 'not_found' }
        : { state: 'delivered', reference, providerId: String(smsId), reason: null };
    },
    // No delivery reports: each message is delivered at once.
    readReports: () => null,
  };
}
