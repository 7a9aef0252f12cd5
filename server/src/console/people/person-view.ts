import type { Revealable } from '@noren/contract/staff/people';
import type { Address } from '@noren/core/people/address';
import { maskEmail } from '@noren/core/people/email';
import { maskPhone } from '@noren/core/people/identity-numbers';
import { isStateCode, nameState } from '@noren/core/people/states';
import { onboardingStatus } from '@noren/core/people/status';
import { onboardingSteps } from '@noren/core/staff/onboarding-view';
import { availableCreditNow, viewRenewal } from '../../lending/credit/available-credit.ts';
import { type CreditFacts, readCredit } from '../../lending/credit/credit-store.ts';
import { reasonMessage } from '../../lending/credit/decision-reasons.ts';
import { readErasure } from '../../people/account/requests-store.ts';
import { readAddress, type StoredAddress } from '../../people/certification/address-store.ts';
import { readKnownEmail } from '../../people/email/email.ts';
import { listPasskeys, type StoredPasskey } from '../../people/login/passkey-store.ts';
import { readOpenChange } from '../../people/login/phone-change-store.ts';
import { readNomineeClaim } from '../../people/nominee-claim-store.ts';
import { listReminders } from '../../people/renewal/reminder-store.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import type { StaffCtx } from '../../platform/staff/staff-handler.ts';
import { say } from '../../platform/translations/translations.ts';
import { listPersonDocuments } from './person-documents.ts';
import {
  listDecisions,
  listNotes,
  listOpenPersonRequests,
  listPersonOrders,
  listPersonSessions,
  listPersonTickets,
  type PersonRow,
  type StoredDecision,
} from './person-store.ts';

/** What is known of a person, each masked. */
function listKnownFields(
  crypto: FieldCrypto,
  row: PersonRow,
  home: StoredAddress | null,
): { field: Revealable; masked: string }[] {
  const { userId, infoEnc, panEnc } = row;
  const known: { field: Revealable; masked: string }[] = [];
  const add = (field: Revealable, masked: string | null): void =>
    void (masked !== null && known.push({ field, masked }));

  add('phone', row.erasedAt === null ? row.maskedPhone : null);
  add('name', readMaskedName(crypto, userId, row.nameEnc));
  add('birthday', row.nameEnc && '••/••/••••');
  add('pan', panEnc && `•••••${crypto.decrypt(panEnc, `identities.pan_enc:${userId}`).slice(-5)}`);
  add('email', infoEnc && '••••@••••');
  add('employer', infoEnc && hasEmployer(crypto, userId, infoEnc) ? '••••' : null);
  add('address', home?.address.state ? `••••, ${nameHomeState(home.address)}` : null);
  add('account', row.accountLast4 && `${row.bankCode} ••••${row.accountLast4}`);
  add('nominee', row.nomineePhone);

  return known;
}

function hasEmployer(crypto: FieldCrypto, userId: string, infoEnc: Buffer): boolean {
  const info = JSON.parse(crypto.decrypt(infoEnc, `personal_info.info_enc:${userId}`)) as {
    companyName?: string;
  };
  return info.companyName !== undefined;
}

/** The value of a revealed field, from what was decrypted of it. */
export function revealedValue(field: Revealable, plain: string): string {
  if (field === 'address') return writeAddress(JSON.parse(plain) as Address);
  if (field !== 'email' && field !== 'employer') return plain;

  const info = JSON.parse(plain) as {
    email?: string;
    companyName?: string;
    companyAddress?: string;
  };
  if (field === 'email') return info.email ?? '';

  return [info.companyName, info.companyAddress].filter((part) => part !== undefined).join(', ');
}

const nameHomeState = ({ state = '' }: Partial<Address>): string =>
  isStateCode(state) ? nameState(state) : state;

/** On one line, as it stands on a letter. */
function writeAddress(address: Address): string {
  const { street, locality, district, pin } = address;
  return `${[street, locality, district, nameHomeState(address)].join(', ')} ${pin}`;
}

function creditView(ctx: StaffCtx, credit: CreditFacts) {
  const { available, ceiling, level } = availableCreditNow(credit, ctx);
  const { state, limitPaise, owedPaise, heldPaise, isLocked } = credit;

  return {
    state,
    limitPaise,
    owedPaise,
    heldPaise,
    isLocked,
    availablePaise: available,
    ceilingLeftPaise: ceiling,
    identity: {
      level: level.level,
      mostPaise: level.most,
      source: credit.source,
      pan: credit.pan,
    },
  };
}

const decisionView = ({ reasons, ...decision }: StoredDecision) => ({
  ...decision,
  reasons: reasons.map((id) => say('en', reasonMessage(id))),
});

/**
 * Without the key and what the phone says of itself. The name is shown: by it the borrower says
 * which one to remove.
 */
const passkeyView = ({ passkeyId, name, addedAt, lastUsedAt }: StoredPasskey) => ({
  passkeyId,
  name,
  addedAt,
  lastUsedAt,
});

/** Whether e-mails go to the person; null where the address was never asked about. */
async function emailView(db: Db, crypto: FieldCrypto, userId: string) {
  const { stored } = await readKnownEmail(db, crypto, userId);
  if (!stored) return null;

  const { address, state, requestedAt, confirmedAt, endedAt, endedBecause } = stored;
  const since = endedAt ?? confirmedAt ?? requestedAt;
  return { masked: maskEmail(address), state, since, endedBecause };
}

async function phoneChangeView({ deps: { crypto }, now }: StaffCtx, db: Db, userId: string) {
  const change = await readOpenChange(db, crypto, { userId, now });
  if (change?.state !== 'waiting' || change.dueAt === null) return null;

  const { way, proof, newPhone, requestedAt, dueAt } = change;
  return { way, proof, maskedPhone: maskPhone(newPhone), requestedAt, dueAt };
}

/** Everything on a person's page. */
export async function personView(ctx: StaffCtx, db: Db, row: PersonRow) {
  const { crypto } = ctx.deps;
  const { userId, maskedPhone, language, createdAt, fullKycAt, frozenAt, identityState } = row;
  const credit = await readCredit(db, userId, ctx.today);
  const stored = await readAddress(db, crypto, userId);
  const home = stored?.isConfirmed ? stored : null;
  const claim = await readNomineeClaim(db, userId);
  const erasure = await readErasure(db, userId);
  const bizStatus = onboardingStatus(row.onboardingStatus, row.needsContacts);

  return {
    userId,
    name: readMaskedName(crypto, userId, row.nameEnc),
    maskedPhone,
    language,
    bizStatus,
    createdAt,
    isErased: row.erasedAt !== null,
    fullKycAt,
    known: listKnownFields(crypto, row, home),
    email: await emailView(db, crypto, userId),
    addressFromSource: home && [...home.fromSource],
    identityState,
    steps: [...onboardingSteps({ bizStatus, identity: identityState, credit: credit.state })],
    credit: creditView(ctx, credit),
    renewal: credit.renewal && {
      ...viewRenewal(credit.renewal),
      riskClass: credit.renewal.riskClass,
      basis: credit.renewal.basis,
      reminders: await listReminders(db, userId),
    },
    frozenAt,
    claim: claim ? { claimedAt: claim.claimedAt, evidence: claim.evidence } : null,
    erasureDueAt: erasure?.state === 'waiting' ? erasure.dueAt : null,
    phoneChange: await phoneChangeView(ctx, db, userId),
    openRequests: await listOpenPersonRequests(db, userId),
    decisions: (await listDecisions(db, userId)).map(decisionView),
    orders: await listPersonOrders(db, userId),
    sessions: await listPersonSessions(db, userId),
    passkeys: (await listPasskeys(db, crypto, userId)).map(passkeyView),
    documents: await listPersonDocuments(db, userId, ctx.now),
    tickets: await listPersonTickets(db, userId),
    notes: await listNotes(db, crypto, userId),
  };
}
