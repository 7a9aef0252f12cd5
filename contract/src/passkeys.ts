import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { instant, nothing, passkeyName, uuid } from './fields.ts';

/** JSON of WebAuthn's methods; the server's library checks it. */
const webAuthnJson = z.record(z.string(), z.unknown());

const passkey = z.object({
  passkeyId: uuid,
  name: z.string(),
  addedAt: instant,
  lastUsedAt: z.nullable(instant),
});

export type Passkey = z.infer<typeof passkey>;

const change = { method: 'POST', who: 'borrower', changes: true, added: true } as const;

/**
 * The user's passkeys, oldest first; 316 for a link session. A passkey is made and used only at
 * `host`.
 */
export const viewPasskeys = call({
  method: 'GET',
  path: '/api/user/user/passkeys',
  who: 'borrower',
  response: z.object({ host: z.string(), passkeys: z.array(passkey) }),
  added: true,
});

/** Options for making a passkey, for five minutes; 409 `too_many_passkeys`. */
export const beginPasskey = call({
  method: 'POST',
  path: '/api/user/user/passkeys/begin',
  who: 'borrower',
  body: nothing,
  response: z.object({ options: webAuthnJson }),
  codes: [CODES.conflict],
  added: true,
});

/** Adds the passkey that was made; 409 `passkey_refused`. The user gets a message. */
export const addPasskey = call({
  ...change,
  path: '/api/user/user/passkeys/add',
  body: z.object({ attestation: webAuthnJson, name: passkeyName }),
  response: z.object({ passkeyId: uuid }),
  codes: [CODES.conflict],
});

/** Gives a passkey another name, of at most 40 characters. */
export const renamePasskey = call({
  ...change,
  path: '/api/user/user/passkeys/rename',
  body: z.object({ passkeyId: uuid, name: passkeyName }),
  response: nothing,
  codes: [CODES.notFound],
});

/**
 * Removes a passkey; one that is gone already is 0. The user gets a message. On a phone that is new
 * to the account 409 with `passkey_kept` for a passkey that is a day old, until the phone is known
 * for a day or a passkey confirmed the session.
 */
export const removePasskey = call({
  ...change,
  path: '/api/user/user/passkeys/remove',
  body: z.object({ passkeyId: uuid }),
  response: z.object({ removed: z.int() }),
  codes: [CODES.conflict],
});

/**
 * Options for using a passkey in place of the code, for five minutes; null for a user without one.
 */
export const beginPasskeyConfirmation = call({
  method: 'POST',
  path: '/api/user/telecom/passkey/begin',
  who: 'borrower',
  body: nothing,
  response: z.object({ options: z.nullable(webAuthnJson) }),
  added: true,
});

/** Confirms by a passkey, as `checkLaterConfirmation` does by a code; 409 `passkey_refused`. */
export const confirmByPasskey = call({
  ...change,
  path: '/api/user/telecom/passkey',
  body: z.object({ assertion: webAuthnJson }),
  response: nothing,
  codes: [CODES.conflict],
});
