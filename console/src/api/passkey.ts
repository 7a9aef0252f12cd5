import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { localError } from './staff-error.ts';

type Json = Record<string, unknown>;

/** Asks the browser for a passkey that signs what the server wants signed. @throws StaffError when none is given */
export async function askPasskey(options: unknown): Promise<Json> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return ask(async () => ({ ...(await startAuthentication({ optionsJSON })) }));
}

/** Makes a passkey. @throws StaffError when none was made */
export async function makePasskey(options: unknown): Promise<Json> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return ask(async () => ({ ...(await startRegistration({ optionsJSON })) }));
}

/** Whether this browser has passkeys at all. */
export function hasPasskeys(): boolean {
  return browserSupportsWebAuthn();
}

async function ask(run: () => Promise<Json>): Promise<Json> {
  if (!hasPasskeys()) throw localError('passkey_missing');
  try {
    return await run();
  } catch {
    // The browser says the same of a person who said no, of a passkey that is not there and of a time that ran out.
    throw localError('passkey_cancelled');
  }
}
