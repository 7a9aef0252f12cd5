/** The options and answers of WebAuthn as JSON, as the server sends and takes them. */
export type WebAuthnJson = Record<string, unknown>;

/**
 * Whether this browser can use passkeys by its own JSON methods; one that cannot confirms by codes.
 */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  );
}

/**
 * Whether this phone can make a passkey for this page.
 * @param host where passkeys belong
 */
export async function canMakePasskey(host: string): Promise<boolean> {
  if (location.hostname !== host || !canUsePasskeys()) return false;
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
}

/**
 * Has the phone make a passkey.
 * @returns 'known' when it has one for this user, null when the user stopped it
 */
export async function makePasskey(options: WebAuthnJson): Promise<WebAuthnJson | 'known' | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );

  try {
    return toJson(await navigator.credentials.create({ publicKey }));
  } catch (cause) {
    if (cause instanceof DOMException) return cause.name === 'InvalidStateError' ? 'known' : null;
    throw cause;
  }
}

/**
 * Has the phone confirm by a passkey.
 * @returns null when the user stopped it, or the phone has none of them
 */
export async function signWithPasskey(options: WebAuthnJson): Promise<WebAuthnJson | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );

  try {
    return toJson(await navigator.credentials.get({ publicKey }));
  } catch (cause) {
    if (cause instanceof DOMException) return null;
    throw cause;
  }
}

function toJson(credential: Credential | null): WebAuthnJson | null {
  return credential && ((credential as PublicKeyCredential).toJSON() as unknown as WebAuthnJson);
}
