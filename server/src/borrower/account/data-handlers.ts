import { CODES } from '@noren/contract/codes';
import { DICTIONARIES, type Dictionary } from '@noren/contract/dictionary';
import { name as nameText } from '@noren/contract/fields';
import { addressFields, personalFields } from '@noren/contract/personal-info';
import { businessDay, isBorrowerAge } from '@noren/core/money/time';
import { CORRECTED_FIELDS, type CorrectedField, corrections } from '@noren/core/people/correction';
import { viewRenewal } from '../../lending/credit/available-credit.ts';
import { readRenewal } from '../../lending/credit/renewal-store.ts';
import { readPersonalFields, updatePersonalField } from '../../people/account/personal-fields.ts';
import {
  addDataChange,
  deleteNominee,
  listDataChanges,
  readNominee,
  writeNominee,
} from '../../people/account/store.ts';
import { confirmAddress } from '../../people/certification/address-store.ts';
import { readKnownAddress } from '../../people/certification/known-address.ts';
import { requireChoices } from '../../people/dictionaries.ts';
import { requireNoPhoneChange } from '../../people/login/phone-change.ts';
import { recordAction, recordOwnAction } from '../../platform/audit-store.ts';
import { CallError, conflict } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { requireCodeFor, requireCodeForSaved } from '../../platform/http/step-up.ts';
import { say } from '../../platform/translations/translations.ts';

const isDictionary = (field: string): field is Dictionary =>
  (DICTIONARIES as readonly string[]).includes(field);

function makeConflict(reason: 'not_held' | 'waiting' | 'address_held'): CallError {
  return conflict(`privacy.${reason}`, reason);
}

/** Checks a typed value. @returns it as it will be stored @throws CallError 400 with the problem */
function parseValue({ today }: UserCtx, field: CorrectedField, entered: string): string {
  const invalid = (problem: string) =>
    new CallError(CODES.invalidInput, 'privacy.value', {
      data: { fields: [{ path: 'value', problem }] },
    });

  const schemas = { ...personalFields.shape, ...addressFields.shape, name: nameText };
  const schema = schemas[field];
  const checked = schema.safeParse(entered);
  if (!checked.success) throw invalid(checked.error.issues[0]?.message ?? 'value');

  const value = String(checked.data);
  if (isDictionary(field)) requireChoices({ value: [field, value] });

  if (field === 'birthday' && !isBorrowerAge(businessDay(value), today)) throw invalid('age');

  return value;
}

/** Personal data, its corrections, and the nominee. */
export const dataHandlers = {
  async personalData(ctx, _input, db) {
    const { userId, deps } = ctx;
    const fields = await readPersonalFields(db, deps.crypto, userId);
    const home = await readKnownAddress(db, deps.crypto, userId);

    requireCodeForSaved(ctx, Object.keys(fields).length > 0);

    const changes = await listDataChanges(db, deps.crypto, userId);
    const renewal = await readRenewal(db, userId, ctx.today);

    const pendingChange = (field: CorrectedField) => {
      const pending = changes.find(
        (change) => change.field === field && change.state === 'waiting',
      );
      return pending ? { value: pending.after, requestedAt: pending.requestedAt } : null;
    };

    return {
      fields: CORRECTED_FIELDS.flatMap((field) => {
        const value = fields[field];

        return value === undefined
          ? []
          : [
              {
                field,
                value,
                manner: corrections[field],
                isFromSource: home.fromSource.some((said) => said === field),
                waiting: pendingChange(field),
              },
            ];
      }),
      changes: changes.map(({ changeId: _, refusedBecause: id, ...change }) => ({
        ...change,
        refusal: id && { id, text: say(ctx.language, `correction.refused_${id}`) },
      })),
      suggestedAddress: fields.gender === undefined || home.isConfirmed ? null : home.address,
      renewal: renewal && viewRenewal(renewal),
    };
  },

  correctData: twoPhase({
    prepare: async (ctx) => takeOrRefuse(ctx, [['data-correct-user-day', ctx.userId]]),
    async commit(ctx, { body: { field, value: entered } }, tx) {
      const { userId, now, deps } = ctx;
      const manner = corrections[field];

      requireCodeFor(ctx, manner === 'at_once' ? 'change_saved' : 'take_data');
      await lockUser(tx, userId);
      await requireNoPhoneChange(tx, userId);

      const before = (await readPersonalFields(tx, deps.crypto, userId))[field];
      if (before === undefined) throw makeConflict('not_held');

      const after = parseValue(ctx, field, entered);
      if (after === before) return { state: 'same' };

      const changes = await listDataChanges(tx, deps.crypto, userId);
      if (changes.some((change) => change.field === field && change.state === 'waiting'))
        throw makeConflict('waiting');

      const state = manner === 'review' ? 'waiting' : 'done';
      await addDataChange(tx, deps.crypto, { userId, field, before, after, state, now });
      if (state === 'done')
        await updatePersonalField(tx, deps.crypto, { userId, field, value: after, now });
      await recordOwnAction(
        tx,
        { userId, now },
        { action: `correction_${state}`, detail: { field } },
      );

      return { state };
    },
  }),

  async saveAddress(ctx, { body }, tx) {
    const { userId, now, deps } = ctx;
    requireCodeFor(ctx, 'take_data');
    await lockUser(tx, userId);
    await requireNoPhoneChange(tx, userId);

    const fields = await readPersonalFields(tx, deps.crypto, userId);
    if (fields.gender === undefined) throw makeConflict('not_held');
    if (fields.pin !== undefined) throw makeConflict('address_held');

    requireChoices({ state: ['state', body.state] });
    await confirmAddress(tx, deps.crypto, userId, { address: body, now });
    await recordAction(tx, { at: now, userId, actor: 'user', action: 'address_saved' });

    return {};
  },

  async viewNominee(ctx, _input, db) {
    const nominee = await readNominee(db, ctx.deps.crypto, ctx.userId);
    requireCodeForSaved(ctx, nominee !== null);
    return { nominee };
  },

  saveNominee: twoPhase({
    prepare: async (ctx) => takeOrRefuse(ctx, [['nominee-user-day', ctx.userId]]),
    async commit(ctx, { body }, tx) {
      const { userId, deps, now } = ctx;
      requireCodeFor(ctx, 'change_saved');
      await requireNoPhoneChange(tx, userId);
      requireChoices({ relationship: ['relationship', body.relationship] });
      await writeNominee(tx, deps.crypto, { userId, ...body, now });
      await recordAction(tx, { at: now, userId, actor: 'user', action: 'nominee_named' });

      const nominee = await readNominee(tx, deps.crypto, userId);
      if (!nominee) throw new Error('nominee missing right after insert');

      return { nominee };
    },
  }),

  async removeNominee(ctx, _input, tx) {
    const { userId, now } = ctx;
    requireCodeFor(ctx, 'change_saved');
    await requireNoPhoneChange(tx, userId);
    if (await deleteNominee(tx, userId))
      await recordAction(tx, { at: now, userId, actor: 'user', action: 'nominee_removed' });

    return {};
  },
} satisfies Partial<Handlers>;
