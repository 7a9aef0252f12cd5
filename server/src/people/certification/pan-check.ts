import { coversItem } from '@noren/core/people/consent-texts';
import { matchNames } from '@noren/core/people/name-match';
import type { PanDifference } from '@noren/core/people/pan-check';
import { JOBS } from '../../job-list.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import type { PanQuestion } from '../../platform/ports/pan-register.ts';
import { readConsents } from '../consent-store.ts';
import { readDocuments } from './document-store.ts';
import { hashQuestion, readPanCheck, startPanCheck } from './pan-check-store.ts';
import { readIdentity } from './store.ts';

type Needs = Pick<Deps, 'asksPanRegister' | 'crypto' | 'now'>;

/** The version of the text by which the user lets the register be asked; null without one. */
export async function readPanConsent(db: Db | Tx, userId: string): Promise<string | null> {
  const records = await readConsents(db, userId, 'identity_documents');
  return coversItem(records, 'identity_documents', 'pan_register')
    ? (records.at(-1)?.textVersion ?? null)
    : null;
}

/**
 * In the transaction that stores an identity: has the register of PANs asked about it. Does nothing
 * where no register is asked or the user did not agree to it, nor about what was asked before.
 * @param isAgain asks again about what the register did not confirm
 */
export async function askAboutPan(
  tx: Tx,
  deps: Needs,
  userId: string,
  { isAgain = false }: { isAgain?: boolean } = {},
): Promise<void> {
  if (!deps.asksPanRegister) return;

  const identity = await readIdentity(tx, deps.crypto, userId);
  const consentVersion = await readPanConsent(tx, userId);
  if (!identity || consentVersion === null) return;

  const askedHash = hashQuestion(deps.crypto, identity);
  const known = await readPanCheck(tx, userId);
  const isAsked = known !== null && deps.crypto.isSameHash(known.askedHash, askedHash);
  if (isAsked && !(isAgain && known.verdict === 'differs')) return;

  await startPanCheck(tx, userId, { askedHash, consentVersion, now: deps.now() });
  await addJob(tx, JOBS['check-pan'], { userId });
}

/** In what the register said that it does not confirm these values. */
export async function readPanDifferences(
  tx: Tx,
  { asksPanRegister, crypto }: Needs,
  userId: string,
  confirmed: PanQuestion,
): Promise<readonly PanDifference[]> {
  const known = asksPanRegister ? await readPanCheck(tx, userId) : null;
  const isSame =
    known !== null && crypto.isSameHash(known.askedHash, hashQuestion(crypto, confirmed));
  return isSame ? known.differences : [];
}

/**
 * What the register is asked. It compares the name letter by letter with its own, which the card
 * shows: a card that has the confirmed name in another writing is quoted.
 */
export async function readPanQuestion(
  db: Db | Tx,
  { crypto }: Pick<Deps, 'crypto'>,
  userId: string,
): Promise<{ question: PanQuestion; askedHash: Buffer } | null> {
  const identity = await readIdentity(db, crypto, userId);
  if (!identity) return null;

  const { pan, birthDay } = identity;
  const card = (await readDocuments(db, crypto, userId)).find(({ type }) => type === 'panFront');
  const onCard = card?.uncertain.includes('name') ? undefined : card?.fields.name;
  const isSame = onCard !== undefined && matchNames(onCard, identity.name) === 'match';

  return {
    question: { pan, birthDay, name: isSame ? onCard : identity.name },
    askedHash: hashQuestion(crypto, identity),
  };
}
