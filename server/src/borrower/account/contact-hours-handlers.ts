import { CONTACT_WINDOWS, findContactWindow } from '@noren/core/lending/dunning';
import { readContactHours, writeContactHours } from '../../people/account/contact-hours-store.ts';
import type { Handlers } from '../../platform/http/handler.ts';

/** When the borrower prefers to be contacted about dues. */
export const contactHoursHandlers = {
  viewContactHours: async ({ userId }, _input, db) => ({
    window: findContactWindow(await readContactHours(db, userId)),
  }),

  saveContactHours: async ({ userId }, { body }, tx) => {
    const { window } = body;
    await writeContactHours(tx, userId, window === 'any' ? null : CONTACT_WINDOWS[window]);

    return { window };
  },
} satisfies Partial<Handlers>;
