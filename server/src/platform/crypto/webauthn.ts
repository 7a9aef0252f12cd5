import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { hashToken } from './field-crypto.ts';
import { makeSecret } from './secret.ts';

/** Pages that passkeys belong to. */
export interface PasskeySite {
  /** Whose they are, as the browser shows it. */
  readonly name: string;
  readonly host: string;
  /** Whether a page of this origin may have asked for a passkey. */
  isOwn(origin: string): boolean;
}

/** A passkey as it is stored. */
export interface PasskeyCredential {
  /** Base64url. */
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** A challenge as the browser returns it, and its hash, which is stored. */
export function newPasskeyChallenge(): { text: string; hash: Buffer } {
  const text = makeSecret();
  return { text, hash: hashToken(text) };
}

type CredentialRef = Pick<PasskeyCredential, 'credentialId' | 'transports'>;
const descriptors = (own: readonly CredentialRef[]) =>
  own.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] }));

/**
 * Options for `navigator.credentials.get`.
 * @param of `own` empty allows every passkey of the site
 */
export async function passkeyRequestOptions(
  site: PasskeySite,
  of: { challenge: string; own: readonly CredentialRef[] },
): Promise<Record<string, unknown>> {
  const options = await generateAuthenticationOptions({
    rpID: site.host,
    challenge: Buffer.from(of.challenge, 'base64url'),
    userVerification: 'required',
    allowCredentials: descriptors(of.own),
  });
  return options as unknown as Record<string, unknown>;
}

/**
 * Options for `navigator.credentials.create`.
 * @param of `isPhoneOnly`: a passkey of the phone itself, no security key
 */
export async function passkeyCreationOptions(
  site: PasskeySite,
  of: {
    challenge: string;
    userId: Buffer;
    userName: string;
    displayName: string;
    own: readonly CredentialRef[];
    isPhoneOnly?: boolean;
  },
): Promise<Record<string, unknown>> {
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.host,
    userName: of.userName,
    userDisplayName: of.displayName,
    userID: new Uint8Array(of.userId),
    challenge: Buffer.from(of.challenge, 'base64url'),
    attestationType: 'none',
    excludeCredentials: descriptors(of.own),
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: 'required',
      ...(of.isPhoneOnly && { authenticatorAttachment: 'platform' as const }),
    },
  });
  return options as unknown as Record<string, unknown>;
}

/**
 * Uses a challenge, once.
 * @returns false when it is unknown, used, expired or another's
 */
type UseChallenge = (challengeHash: Buffer) => Promise<boolean>;

/**
 * Checks a new passkey and uses its challenge.
 * @returns null when it is refused
 */
export async function verifyNewPasskey(
  site: PasskeySite,
  attestation: unknown,
  useChallenge: UseChallenge,
): Promise<PasskeyCredential | null> {
  const verified = await refusedOnError(useChallenge, async (expectedChallenge) =>
    verifyRegistrationResponse({
      response: attestation as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: requireOwnOrigin(site, attestation),
      expectedRPID: site.host,
      requireUserVerification: true,
    }),
  );
  if (!verified?.verified) return null;

  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

/** The id of the passkey that signed; null when it is not one. */
export function findCredentialId(assertion: unknown): string | null {
  const id = (assertion as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? id : null;
}

/**
 * Checks what a passkey signed and uses its challenge.
 * @returns the passkey's new counter, null when it is refused
 */
export async function verifyPasskey(
  site: PasskeySite,
  of: { assertion: unknown; passkey: PasskeyCredential },
  useChallenge: UseChallenge,
): Promise<number | null> {
  const { assertion, passkey } = of;
  const verified = await refusedOnError(useChallenge, async (expectedChallenge) =>
    verifyAuthenticationResponse({
      response: assertion as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: requireOwnOrigin(site, assertion),
      expectedRPID: site.host,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: [...passkey.transports],
      },
    }),
  );

  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

/**
 * The origin that the browser wrote, if it is one of the site's.
 * @throws Error otherwise, or when there is none
 */
function requireOwnOrigin(site: PasskeySite, answer: unknown): string {
  const data = (answer as { response?: { clientDataJSON?: unknown } }).response?.clientDataJSON;
  const { origin } = JSON.parse(Buffer.from(String(data), 'base64url').toString()) as {
    origin?: unknown;
  };
  if (typeof origin !== 'string' || !site.isOwn(origin)) throw new Error('another origin');

  return origin;
}

/**
 * Runs a check of the library, which throws for everything that is wrong with an answer.
 * @returns null when it threw
 */
async function refusedOnError<T>(
  useChallenge: UseChallenge,
  verify: (expectedChallenge: (text: string) => Promise<boolean>) => Promise<T>,
): Promise<T | null> {
  let fault: { error: unknown } | undefined;
  try {
    return await verify((text) =>
      useChallenge(hashToken(text)).catch((error: unknown) => {
        fault = { error };
        throw error;
      }),
    );
  } catch {
    // A database that failed refuses nobody.
    if (fault) throw fault.error;
    return null;
  }
}
