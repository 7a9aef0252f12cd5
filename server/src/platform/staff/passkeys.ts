import { randomBytes } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { hashToken } from '../crypto/field-crypto.ts';
import { clashesWith } from '../db/database-clash.ts';
import type { Db, Tx } from '../db/db.ts';
import {
  type Challenge,
  type ChallengePurpose,
  findPasskey,
  listPasskeys,
  passkeyUsed,
  type StoredPasskey,
  saveChallenge,
  savePasskey,
  useChallenge,
} from './passkey-store.ts';
import { StaffError } from './staff-error.ts';

/** The console's origin as a browser sees it, for example `https://console.example.in`. */
export interface ConsoleOrigin {
  readonly origin: string;
  readonly lenderName: string;
}
const hostOf = ({ origin }: ConsoleOrigin): string => new URL(origin).hostname;

const refused = (why: string) => new StaffError('passkey_refused', why);
const NOT_ACCEPTED = 'This passkey was not accepted. Try again.';

async function newChallenge(
  db: Db | Tx,
  of: { purpose: ChallengePurpose; staffId: string | null; contentHash?: Buffer; now: number },
): Promise<string> {
  const challenge = randomBytes(32);
  const { purpose, staffId, contentHash = null } = of;
  // The browser returns it as base64url text, of which the hash is stored.
  const text = challenge.toString('base64url');
  await saveChallenge(db, { challengeHash: hashToken(text), purpose, staffId, contentHash }, of.now);
  return text;
}

/** Options for a sign-in with any passkey of this console, or for a confirmation by one of somebody's own. */
export async function askForPasskey(
  db: Db | Tx,
  at: ConsoleOrigin,
  of: { purpose: 'sign_in'; now: number } | { purpose: 'confirm'; staffId: string; contentHash: Buffer; now: number },
): Promise<Record<string, unknown>> {
  const isConfirmation = of.purpose === 'confirm';
  const own = isConfirmation ? await listPasskeys(db, of.staffId) : [];
  const challenge = await newChallenge(db, isConfirmation ? of : { ...of, staffId: null });
  const options = await generateAuthenticationOptions({
    rpID: hostOf(at),
    challenge: Buffer.from(challenge, 'base64url'),
    userVerification: 'required',
    allowCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
  });
  return options as unknown as Record<string, unknown>;
}

/**
 * Checks what a passkey signed. @returns the passkey, and the challenge it answered
 * @throws StaffError passkey_refused
 */
export async function checkPasskey(
  db: Db | Tx,
  at: ConsoleOrigin,
  of: { purpose: 'sign_in' | 'confirm'; assertion: unknown; now: number },
): Promise<{ passkey: StoredPasskey; challenge: Challenge }> {
  const response = of.assertion as AuthenticationResponseJSON;
  if (typeof response?.id !== 'string') throw refused(NOT_ACCEPTED);
  const passkey = await findPasskey(db, response.id);
  if (!passkey) throw refused('This passkey is not known here, or it was ended.');
  let challenge: Challenge | undefined;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: async (text) => {
      challenge = await useChallenge(db, hashToken(text), of.purpose, of.now);
      return challenge !== undefined;
    },
    expectedOrigin: at.origin,
    expectedRPID: hostOf(at),
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
    },
  }).catch(() => null);
  if (!verified?.verified || !challenge) throw refused(NOT_ACCEPTED);
  await passkeyUsed(db, passkey, verified.authenticationInfo.newCounter, of.now);
  return { passkey, challenge };
}

/** Options for making a passkey. */
export async function askForNewPasskey(
  db: Db | Tx,
  at: ConsoleOrigin,
  of: { purpose: 'enrol' | 'add_passkey'; staffId: string; name: string; email: string; now: number },
): Promise<Record<string, unknown>> {
  const own = await listPasskeys(db, of.staffId);
  const challenge = await newChallenge(db, of);
  const options = await generateRegistrationOptions({
    rpName: `${at.lenderName} console`,
    rpID: hostOf(at),
    userName: of.email,
    userDisplayName: of.name,
    userID: new Uint8Array(Buffer.from(of.staffId)),
    challenge: Buffer.from(challenge, 'base64url'),
    attestationType: 'none',
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return options as unknown as Record<string, unknown>;
}

/** Checks a new passkey and stores it. @throws StaffError passkey_refused */
export async function addNewPasskey(
  tx: Tx,
  at: ConsoleOrigin,
  of: { purpose: 'enrol' | 'add_passkey'; staffId: string; attestation: unknown; name: string; now: number },
): Promise<void> {
  const response = of.attestation as RegistrationResponseJSON;
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: async (text) => {
      const challenge = await useChallenge(tx, hashToken(text), of.purpose, of.now);
      return challenge?.staffId === of.staffId;
    },
    expectedOrigin: at.origin,
    expectedRPID: hostOf(at),
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) throw refused('This passkey could not be made. Try again.');
  const { credential } = verified.registrationInfo;
  await savePasskey(tx, {
    staffId: of.staffId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    name: of.name,
    now: of.now,
  }).catch((error: unknown) => {
    throw clashesWith(error, 'staff_passkeys_credential_id_key') ? refused('This passkey is in use already.') : error;
  });
}
