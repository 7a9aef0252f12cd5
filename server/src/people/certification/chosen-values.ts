import type { RefusalInput } from '@noren/contract/staff/refusals';
import type { ReviewField } from '@noren/contract/staff/review';
import { businessDay, isBorrowerAge, toBusinessDay } from '@noren/core/money/time';
import type { IdentityField, ValueSource } from '@noren/core/people/identity-choice';
import type { Tx } from '../../platform/db/db.ts';
import { findTakenName } from '../../platform/db/name-owners-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import { compareNamesAgain } from '../bank/compare-names.ts';
import { screenPerson } from '../sanctions/screen-person.ts';
import { compareIdentity, type IdentityEvidence, signedValue } from './compare-identity.ts';
import { readDocuments } from './document-store.ts';
import { askAboutPan } from './pan-check.ts';
import { type IdentityToReview, readIdentityToReview } from './review-store.ts';
import { readSource } from './source-store.ts';
import { replaceConfirmed, syncBirthDay } from './store.ts';

/**
 * For each field on which what was typed and the cards differ: the value that a reviewer lets
 * stand.
 */
export type ChosenSources = Readonly<Partial<Record<IdentityField, ValueSource | undefined>>>;

/**
 * Stores the values of an identity that a reviewer approves. Each field that differs needs a choice
 * among its `sources`.
 * @throws StaffError for a missing choice, for a value that another borrower has or that no
 * borrower may have
 */
export async function storeChosenValues(
  tx: Tx,
  deps: Deps,
  { userId, stands }: { userId: string; stands: ChosenSources },
): Promise<void> {
  const { crypto } = deps;
  const identity = await readIdentityToReview(tx, crypto, userId);
  if (!identity) return;

  const documents = await readDocuments(tx, crypto, userId);
  const evidence = { documents, source: await readSource(tx, crypto, userId) };
  requireChoices(compareIdentity(crypto, identity, evidence), stands);

  if (Object.values(stands).every((source) => source === undefined || source === 'typed')) return;

  const now = deps.now();
  const values = chooseValues(identity, evidence, stands);

  if (
    values.birthDay !== identity.birthDay &&
    !isBorrowerAge(businessDay(values.birthDay), toBusinessDay(now))
  )
    throw invalidChoice('birthDay', 'age_outside_limits');

  try {
    await replaceConfirmed(tx, crypto, userId, {
      ...values,
      birthDay: businessDay(values.birthDay),
    });
  } catch (error) {
    const taken = findTakenName(error);
    if (taken === 'pan') throw invalidChoice('pan', 'pan_of_another');

    if (taken === 'aadhaar') throw invalidChoice('aadhaar', 'aadhaar_of_another');

    throw error;
  }

  if (values.name !== identity.name)
    await compareNamesAgain(tx, crypto, { userId, confirmed: values.name, now });
  await syncBirthDay(tx, crypto, { userId, birthday: values.birthDay, now });
  await screenPerson(tx, deps, {
    userId,
    name: values.name,
    birthDay: businessDay(values.birthDay),
  });
  await askAboutPan(tx, deps, userId);
}

function requireChoices(fields: readonly ReviewField[], stands: ChosenSources): void {
  for (const { field, sources } of fields) {
    const chosen = stands[field];
    const isChosen = chosen === undefined ? sources.length === 0 : sources.includes(chosen);
    if (isChosen) continue;

    const isNumberTyped = chosen === 'typed' && sources.length > 0;
    throw invalidChoice(field, isNumberTyped ? 'number_not_on_card' : 'choice_missing');
  }
}

function invalidChoice(field: IdentityField, refusal: RefusalInput): StaffError {
  return new StaffError('invalid', refusal, {
    fields: [{ path: `stands.${field}`, problem: 'choose' }],
  });
}

function chooseValues(
  identity: IdentityToReview,
  { documents, source }: IdentityEvidence,
  stands: ChosenSources,
): IdentityToReview {
  const cardFor = (field: IdentityField) => documents.find(({ type }) => type === stands[field]);
  const signedFor = (field: 'name' | 'birthDay') =>
    stands[field] === 'signed' ? signedValue(source, field) : null;
  const aadhaar = cardFor('aadhaar');

  return {
    name: signedFor('name') ?? cardFor('name')?.fields.name ?? identity.name,
    pan: cardFor('pan')?.fields.pan ?? identity.pan,
    birthDay: signedFor('birthDay') ?? cardFor('birthDay')?.fields.birthDay ?? identity.birthDay,
    aadhaarLast4: aadhaar?.fields.aadhaarLast4 ?? identity.aadhaarLast4,
    aadhaarHash: aadhaar?.aadhaarHash ?? identity.aadhaarHash,
  };
}
