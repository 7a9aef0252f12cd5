import type { BodyOf } from '@noren/contract/call';
import type { saveIdentity, savePersonalInfo } from '@noren/contract/certification';
import { DICTIONARIES, type Dictionary } from '@noren/contract/dictionary';
import { businessDay, isBorrowerAge } from '@noren/core/money/time';
import { listCardPictures } from '@noren/core/people/card-pictures';
import { checkAadhaar } from '@noren/core/people/identity-numbers';
import { statusAfterSurvey, UserStatus } from '@noren/core/people/status';
import { keepApplicableWork } from '@noren/core/people/work-fields';
import { confirmAddress } from '../../people/certification/address-store.ts';
import { claimNewestSource, recordComparison } from '../../people/certification/decide-source.ts';
import { type IdentityDocument, readDocuments } from '../../people/certification/document-store.ts';
import { readKnownAddress } from '../../people/certification/known-address.ts';
import { readLivenessState } from '../../people/certification/liveness-store.ts';
import { askAboutPan, readPanDifferences } from '../../people/certification/pan-check.ts';
import { isIdentityRefused } from '../../people/certification/review-store.ts';
import { readSource } from '../../people/certification/source-store.ts';
import * as store from '../../people/certification/store.ts';
import { hasDeclinedOptional, requireConsent } from '../../people/consents.ts';
import { listChoices, requireChoices } from '../../people/dictionaries.ts';
import { endDocumentRequests, readFaceCheckedFrom } from '../../people/document-request-store.ts';
import { readPhone } from '../../people/login/store.ts';
import { screenPerson } from '../../people/sanctions/screen-person.ts';
import { recordOwnAction } from '../../platform/audit-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { findTakenName } from '../../platform/db/name-owners-store.ts';
import { type CallError, conflict } from '../../platform/http/call-error.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { lockUser, raiseStatus } from '../../platform/http/session-store.ts';
import {
  mayShowSavedData,
  requireCodeFor,
  requireCodeForSaved,
} from '../../platform/http/step-up.ts';
import { say } from '../../platform/translations/translations.ts';
import { hashAadhaar, readAadhaar } from './document-handlers.ts';
import { identityReviewReasons } from './identity-review-reasons.ts';
import { invalidField, requireStep, saveStep } from './step.ts';

function refused(
  reason: 'documents_missing' | 'liveness_missing' | 'pan_taken' | 'aadhaar_taken',
): CallError {
  return conflict(`certification.${reason}`, reason);
}

function requireBorrowerAge(ctx: UserCtx, path: string, day: string): void {
  if (!isBorrowerAge(businessDay(day), ctx.today))
    throw invalidField(path, 'age', 'certification.age');
}

/**
 * The entered Aadhaar number, or the one read from the card, as a hash and the last four digits.
 */
function resolveAadhaar(
  ctx: UserCtx,
  typed: string | null,
  documents: readonly IdentityDocument[],
) {
  if (typed === null) return readAadhaar(documents);
  const checked = checkAadhaar(typed);
  if (!checked.ok) throw invalidField('aadhaar', checked.fault, 'certification.aadhaar_wrong');
  return { hash: hashAadhaar(ctx.deps.crypto, checked.value), last4: checked.value.slice(-4) };
}

/** @throws CallError 409 while a picture of a card is missing */
async function requireCards(
  { deps, userId }: UserCtx,
  tx: Tx,
  documents: readonly IdentityDocument[],
): Promise<void> {
  const sent = documents.map(({ type }) => type);
  const isSigned = (await readSource(tx, deps.crypto, userId)) !== null;
  const asked = listCardPictures({ sent, readsCodes: deps.identitySources !== null, isSigned });

  if (!asked.every((card) => sent.includes(card))) throw refused('documents_missing');
}

async function storeIdentity(
  ctx: UserCtx,
  tx: Tx,
  body: BodyOf<typeof saveIdentity>,
): Promise<void> {
  const { userId, now, deps } = ctx;
  const documents = await readDocuments(tx, deps.crypto, userId);
  await requireCards(ctx, tx, documents);

  const since = await readFaceCheckedFrom(tx, userId);
  const liveness = await readLivenessState(tx, userId, { purposes: ['identity'], since });
  const hasDeclinedCheck =
    liveness.state === 'none' && (await hasDeclinedOptional(tx, userId, 'face_check'));
  if (liveness.state === 'none' && !hasDeclinedCheck) throw refused('liveness_missing');

  requireBorrowerAge(ctx, 'birthDay', body.birthDay);

  const { hash: aadhaarHash, last4: aadhaarLast4 } = resolveAadhaar(ctx, body.aadhaar, documents);
  const birthDay = businessDay(body.birthDay);
  const confirmed = { name: body.name, birthDay, pan: body.pan, aadhaarHash, aadhaarLast4 };
  const compared = await claimNewestSource(deps, tx, userId, confirmed);
  const reasons = identityReviewReasons(
    deps.crypto,
    confirmed,
    documents,
    hasDeclinedCheck ? 'refused' : liveness.state,
    {
      source: compared.differences,
      panRegister: await readPanDifferences(tx, deps, userId, confirmed),
    },
  );
  const needsReview = reasons.length > 0 || (await isIdentityRefused(tx, userId));
  const state = needsReview ? ('review' as const) : ('verified' as const);
  const read = Object.fromEntries(documents.map(({ type, fields }) => [type, fields]));
  const identity = { ...confirmed, state, reasons, read };

  await recordComparison(deps, tx, userId, { compared, isReviewed: state === 'review' });
  await store.writeIdentity(tx, deps.crypto, userId, identity, now);
  await screenPerson(tx, deps, { userId, ...confirmed });
  await askAboutPan(tx, deps, userId);
  if (state === 'verified')
    await endDocumentRequests(tx, userId, { kind: 'identity' }, { event: 'settled', now });
  await recordOwnAction(
    tx,
    { userId, now },
    { action: 'identity_saved', detail: { state, reasons } },
  );
}

/**
 * What earlier steps collected of step two: the confirmed date of birth, the gender on the Aadhaar
 * card, the income.
 */
async function readKnownInfo(
  { userId, deps }: UserCtx,
  db: Db,
): Promise<Partial<store.PersonalInfo>> {
  const identity = await store.readIdentity(db, deps.crypto, userId);
  const documents = await readDocuments(db, deps.crypto, userId);
  const gender = documents.find(
    ({ fields, uncertain }) => fields.gender !== undefined && !uncertain.includes('gender'),
  )?.fields.gender;
  const survey = await store.readSurvey(db, userId);

  return {
    ...(identity && { birthday: identity.birthDay }),
    ...(gender !== undefined && { gender }),
    ...(survey && { monthlyIncome: survey.incomeBand }),
  };
}

async function storePersonalInfo(
  ctx: UserCtx,
  tx: Tx,
  body: BodyOf<typeof savePersonalInfo>,
): Promise<void> {
  // Drop fields that the form does not ask for with this work status.
  const { street, locality, district, state, pin, ...answers } = body;
  const info = keepApplicableWork(answers);
  const chosen: { [D in Dictionary]?: string | undefined } = { ...info, state };
  requireChoices(
    Object.fromEntries(
      DICTIONARIES.flatMap((field) =>
        chosen[field] === undefined ? [] : [[field, [field, chosen[field]]]],
      ),
    ),
  );
  requireBorrowerAge(ctx, 'birthday', body.birthday);

  const identity = await store.readIdentity(tx, ctx.deps.crypto, ctx.userId);
  if (identity && identity.birthDay !== body.birthday) {
    requireCodeForSaved(ctx, true);
    throw invalidField('birthday', 'differs', 'certification.birthday_differs');
  }

  const { crypto } = ctx.deps;
  const address = { street, locality, district, state, pin };
  await store.writePersonalInfo(tx, crypto, ctx.userId, info, ctx.now);
  await confirmAddress(tx, crypto, ctx.userId, { address, now: ctx.now });
}

async function storeContacts(
  ctx: UserCtx,
  tx: Tx,
  contacts: readonly store.Contact[],
): Promise<void> {
  requireChoices(
    Object.fromEntries(
      contacts.map(({ relationship }, i) => [
        `contacts.${i}.relationship`,
        ['relationship', relationship],
      ]),
    ),
  );

  const ownPhone = await readPhone(tx, ctx.deps.crypto, ctx.userId);
  const ownIndex = contacts.findIndex(({ phone }) => phone === ownPhone);
  if (ownIndex >= 0)
    throw invalidField(`contacts.${ownIndex}.phone`, 'own', 'certification.contact_is_you');
  if (contacts[0]?.phone === contacts[1]?.phone)
    throw invalidField('contacts.1.phone', 'same', 'certification.contacts_same');

  await store.writeContacts(tx, ctx.deps.crypto, ctx.userId, contacts);
}

/** The questionnaire and certification steps one to three. Step four is in features/bank. */
export const certificationHandlers = {
  async dictionary(ctx, { params }) {
    const name = ({ code, textId }: ReturnType<typeof listChoices>[number]) => ({
      code,
      name: say(ctx.language, textId),
    });

    return { details: listChoices(params.type).map(name) };
  },

  async saveSurvey(ctx, { body }, tx) {
    const { purpose, incomeBand, otherDebts, heardFrom } = body;
    requireChoices({
      purpose: ['loanPurpose', purpose],
      incomeBand: ['incomeBand', incomeBand],
      otherDebts: ['otherDebts', otherDebts],
      heardFrom: ['heardFrom', heardFrom],
    });

    const status = (await lockUser(tx, ctx.userId)) as UserStatus;
    // Data used in a credit decision cannot change afterwards.
    if (status >= UserStatus.certified) requireStep(status, 'one');
    await requireConsent(ctx, tx, 'questionnaire');

    const bizStatus = statusAfterSurvey(status);
    requireCodeFor(ctx, bizStatus > status ? 'save_first' : 'change_saved');
    await store.writeSurvey(tx, ctx.userId, body, ctx.now);
    await raiseStatus(tx, ctx.userId, bizStatus);

    return { bizStatus };
  },

  async viewSurvey(ctx, _input, db) {
    const answers = await store.readSurvey(db, ctx.userId);
    requireCodeForSaved(ctx, answers !== null);
    return { answers };
  },

  saveIdentity: {
    prepare: async (ctx) => takeOrRefuse(ctx, [['identity-save-user-hour', ctx.userId]]),
    async commit(ctx, { body }, tx) {
      try {
        return await saveStep(ctx, tx, 'one', async () => {
          await storeIdentity(ctx, tx, body);
          await store.syncBirthDay(tx, ctx.deps.crypto, {
            userId: ctx.userId,
            birthday: body.birthDay,
            now: ctx.now,
          });
        });
      } catch (error) {
        const taken = findTakenName(error);
        throw taken === 'pan' || taken === 'aadhaar' ? refused(`${taken}_taken`) : error;
      }
    },
  },

  savePersonalInfo: {
    async prepare(ctx) {
      // Success or failure tells a link session whether it guessed the date of birth, so limit its
      // attempts.
      if (!mayShowSavedData(ctx))
        await takeOrRefuse(ctx, [['identity-save-user-hour', ctx.userId]]);
    },
    commit: (ctx, { body }, tx) => saveStep(ctx, tx, 'two', () => storePersonalInfo(ctx, tx, body)),
  },

  async viewPersonalInfo(ctx, _input, db) {
    const { crypto } = ctx.deps;
    const info = await store.readPersonalInfo(db, crypto, ctx.userId);
    requireCodeForSaved(ctx, info !== null);

    // A link session may save step two, but must not see what earlier steps collected.
    if (!info && !mayShowSavedData(ctx)) return { isSaved: false, info: {}, fromSource: [] };

    const { address, fromSource } = await readKnownAddress(db, crypto, ctx.userId);
    return {
      isSaved: info !== null,
      info: { ...(info ?? (await readKnownInfo(ctx, db))), ...address },
      fromSource: [...fromSource],
    };
  },

  async realName(ctx, _input, db) {
    const identity = await store.readIdentity(db, ctx.deps.crypto, ctx.userId);
    requireCodeForSaved(ctx, identity !== null);
    return { name: identity?.name ?? null };
  },

  saveContacts: (ctx, { body }, tx) =>
    saveStep(ctx, tx, 'three', () => storeContacts(ctx, tx, body.contacts)),

  async viewContacts(ctx, _input, db) {
    const contacts = await store.readContacts(db, ctx.deps.crypto, ctx.userId);
    requireCodeForSaved(ctx, contacts.length > 0);
    return { contacts };
  },
} satisfies Partial<Handlers>;
