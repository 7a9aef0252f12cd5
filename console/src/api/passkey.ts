import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { localError } from './staff-error.ts';

type Json = Record<string, unknown>;

/**
 * Asks the browser to sign the server's challenge with a passkey.
 * @throws StaffError when the browser has no passkeys, or the prompt was not confirmed
 */
export async function askPasskey(options: unknown): Promise<Json> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return ask(async () => ({ ...(await startAuthentication({ optionsJSON })) }));
}

/**
 * Creates a passkey.
 * @throws StaffError when none was created
 */
export async function makePasskey(options: unknown): Promise<Json> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return ask(async () => ({ ...(await startRegistration({ optionsJSON })) }));
}

/** Whether this browser supports passkeys. */
export function hasPasskeys(): boolean {
  return browserSupportsWebAuthn();
}

async function ask(run: () => Promise<Json>): Promise<Json> {
  if (!hasPasskeys()) throw localError('passkey_missing');

  try {
    return await run();
  } catch {
    // Browsers report a cancelled prompt, a missing passkey and a time-out with the same error.
    throw localError('passkey_cancelled');
  }
}
