import type { Db } from '../../platform/db/db.ts';
import type { Mail } from '../../platform/ports/mail.ts';
import { insertMail } from './mail-store.ts';

/** The mailbox that nobody has, to see what becomes of it. */
export const NOBODY = 'nobody@';

/** The sandbox's mail server: stores every mail for the sandbox page, and sends none. */
export function makeSandboxMail(db: Db, now: () => number): Mail {
  return {
    name: 'sandbox-mail',
    async send(message) {
      if (message.to.startsWith(NOBODY))
        return { state: 'refused', isPermanent: true, isAddressGone: true, reason: 'nobody' };

      await insertMail(db, message, now());
      return { state: 'sent' };
    },
    // Nothing comes back.
    readReports: () => null,
  };
}
