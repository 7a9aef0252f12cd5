import type { Db } from '../../platform/db/db.ts';
import type { Sms } from '../../platform/ports/sms.ts';
import { findMessageId, insertMessage } from './store.ts';

/** The sandbox's carrier: every message is kept for its page to show, none leaves the machine; each arrives at once. */
export function makeSandboxSms(db: Db, now: () => number): Sms {
  return {
    name: 'sandbox-sms',
    async send(message) {
      await insertMessage(db, message, now());
      return { state: 'delivered', providerId: null, registeredAs: null };
    },
    async find({ reference }) {
      const messageId = await findMessageId(db, reference);
      return messageId === undefined
        ? { state: 'not_found' }
        : { state: 'delivered', reference, providerId: String(messageId), reason: null };
    },
    // It reports nothing: what it was given has arrived.
    readReports: () => null,
  };
}
