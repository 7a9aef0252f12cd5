import type { RefusalInput } from '@noren/contract/staff/refusals';
import {
  findCredentialId,
  newPasskeyChallenge,
  type PasskeySite,
  passkeyCreationOptions,
  passkeyRequestOptions,
  verifyNewPasskey,
  verifyPasskey,
} from '../crypto/webauthn.ts';
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

const toPasskeySite = ({ origin, lenderName }: ConsoleOrigin): PasskeySite => ({
  name: `${lenderName} console`,
  host: new URL(origin).hostname,
  isOwn: (asked) => asked === origin,
});

const refused = (why: RefusalInput) => new StaffError('passkey_refused', why);

async function newChallenge(
  db: Db | Tx,
  of: { purpose: ChallengePurpose; staffId: string | null; contentHash?: Buffer; now: number },
): Promise<string> {
  const { text, hash: challengeHash } = newPasskeyChallenge();
  const { purpose, staffId, contentHash = null } = of;
  await saveChallenge(db, { challengeHash, purpose, staffId, contentHash }, of.now);
  return text;
}

/**
 * Options for a sign-in with any passkey of this console, or for a confirmation by one of
 * somebody's own.
 */
export async function askForPasskey(
  db: Db | Tx,
  at: ConsoleOrigin,
  of:
    | { purpose: 'sign_in'; now: number }
    | { purpose: 'confirm'; staffId: string; contentHash: Buffer; now: number },
): Promise<Record<string, unknown>> {
  const isConfirmation = of.purpose === 'confirm';
  const own = isConfirmation ? await listPasskeys(db, of.staffId) : [];
  const challenge = await newChallenge(db, isConfirmation ? of : { ...of, staffId: null });
  return passkeyRequestOptions(toPasskeySite(at), { challenge, own });
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
  const { assertion } = of;
  const credentialId = findCredentialId(assertion);
  if (credentialId === null) throw refused('passkey_not_accepted');

  const passkey = await findPasskey(db, credentialId);
  if (!passkey) throw refused('passkey_unknown');

  let challenge: Challenge | undefined;
  const counter = await verifyPasskey(toPasskeySite(at), { assertion, passkey }, async (hash) => {
    challenge = await useChallenge(db, hash, of.purpose, of.now);
    return challenge !== undefined;
  });
  if (counter === null || !challenge) throw refused('passkey_not_accepted');
  if (!(await passkeyUsed(db, passkey, counter, of.now))) throw refused('passkey_not_accepted');

  return { passkey, challenge };
}

/** Options for making a passkey. */
export async function askForNewPasskey(
  db: Db | Tx,
  at: ConsoleOrigin,
  of: {
    purpose: 'enrol' | 'add_passkey';
    staffId: string;
    name: string;
    email: string;
    now: number;
  },
): Promise<Record<string, unknown>> {
  const own = await listPasskeys(db, of.staffId);
  const challenge = await newChallenge(db, of);

  return passkeyCreationOptions(toPasskeySite(at), {
    challenge,
    own,
    userId: Buffer.from(of.staffId),
    userName: of.email,
    displayName: of.name,
  });
}

/**
 * Checks a new passkey and stores it.
 * @throws StaffError passkey_refused
 */
export async function addNewPasskey(
  tx: Tx,
  at: ConsoleOrigin,
  of: {
    purpose: 'enrol' | 'add_passkey';
    staffId: string;
    attestation: unknown;
    name: string;
    now: number;
  },
): Promise<void> {
  const { purpose, staffId, attestation, name, now } = of;
  const made = await verifyNewPasskey(toPasskeySite(at), attestation, async (hash) => {
    const challenge = await useChallenge(tx, hash, purpose, now);
    return challenge?.staffId === staffId;
  });
  if (!made) throw refused('passkey_not_made');

  await savePasskey(tx, { staffId, ...made, name, now }).catch((error: unknown) => {
    throw clashesWith(error, 'staff_passkeys_credential_id_key')
      ? refused('passkey_in_use')
      : error;
  });
}
