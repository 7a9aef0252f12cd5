import { viewRenewal } from '../../lending/credit/available-credit.ts';
import { readRenewal } from '../../lending/credit/renewal-store.ts';
import { readPersonalFields } from '../../people/account/personal-fields.ts';
import { requireNoPhoneChange } from '../../people/login/phone-change.ts';
import { insertRenewal } from '../../people/renewal/renewals-store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import { conflict } from '../../platform/http/call-error.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';

/** The update of the details that the law asks for every few years. */
export const renewalHandlers = {
  async confirmDetails(ctx, _input, tx) {
    const { userId, now, today, deps, session } = ctx;
    requireCodeFor(ctx, 'take_data');
    await lockUser(tx, userId);
    await requireNoPhoneChange(tx, userId);

    const renewal = await readRenewal(tx, userId, today);
    if (!renewal || renewal.state === 'settled')
      throw conflict('privacy.renewal_closed', 'renewal_closed');

    // Of people certified before addresses were asked for.
    const fields = await readPersonalFields(tx, deps.crypto, userId);
    if (fields.pin === undefined) throw conflict('privacy.address_missing', 'address_missing');

    await insertRenewal(tx, { userId, today, now, sessionId: session.sessionId });
    await recordAction(tx, { at: now, userId, actor: 'user', action: 'details_confirmed' });

    const renewed = await readRenewal(tx, userId, today);
    return renewed && viewRenewal(renewed);
  },
} satisfies Partial<Handlers>;
