import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, makeDb, makePool } from '../../platform/db/db.ts';
import { type TestDatabase, takeDatabase } from '../databases.ts';
import { readDomains, readRoutines, readRuleNames, readTables, type Table } from './catalogue.ts';
import { findLooseKeys, renderDataModel } from './render.ts';

let database: TestDatabase;
let db: Db;
let tables: Table[];
beforeAll(async () => {
  database = await takeDatabase();
  db = makeDb(makePool(database.url, 2, () => undefined));
  tables = await readTables(db);
});
afterAll(async () => {
  await db.destroy();
  await database.release();
});

test('every table, trigger and function has a comment', async () => {
  expect(tables.length).toBeGreaterThan(60);
  expect(tables.filter(({ comment }) => !comment).map(({ name }) => name)).toEqual([]);
  const triggers = tables.flatMap(({ name: table, triggers }) => triggers.map((trigger) => ({ ...trigger, table })));
  expect(triggers.filter(({ comment }) => !comment).map(({ table, name }) => `${table}.${name}`)).toEqual([]);
  expect((await readRoutines(db)).filter(({ comment }) => !comment).map(({ name }) => name)).toEqual([]);
});

test('every table is created by the migration of its domain', async () => {
  const made = [...(await readDomains()).values()].flat();
  expect(made.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

test('indexes, checks and triggers are named after their table and kind', async () => {
  const badRules = (await readRuleNames(db)).filter(
    ({ table, name, kind }) =>
      !name.startsWith(`${table}_`) || !(kind === 'check' ? /_check$/ : /_(pkey|key|idx)$/).test(name),
  );
  expect(badRules).toEqual([]);
  const keys = tables.flatMap(({ name: table, keys }) => keys.map((key) => ({ ...key, table })));
  const suffixes = { primary: '_pkey', unique: '_key', foreign: '_fkey' };
  expect(keys.filter(({ name, kind }) => !name.endsWith(suffixes[kind])).map(({ name }) => name)).toEqual([]);
  const triggers = tables.flatMap(({ name: table, triggers }) => triggers.map(({ name }) => ({ table, name })));
  expect(triggers.filter(({ table, name }) => !name.startsWith(`${table}_`))).toEqual([]);
});

/** Keys that are unique over all users, or that refer to a table without user_id. Add a key only for such a reason. */
const KEYS_WITHOUT_USER = [
  'settlement_offers_request_id_fkey',
  'audit_log_pkey',
  'bank_account_validations_ref_key',
  'bank_accounts_one_owner_key',
  'collection_contacts_staff_id_fkey',
  'collection_officers_assigned_by_fkey',
  'collection_officers_staff_id_fkey',
  'contact_holds_request_id_fkey',
  'document_requests_requested_by_fkey',
  'feedback_tickets_ticket_no_key',
  'identities_aadhaar_hash_key',
  'identities_pan_hash_key',
  'lending_freezes_ended_by_fkey',
  'lending_freezes_request_id_fkey',
  'magic_links_token_hash_key',
  'nominee_claims_ended_by_fkey',
  'nominee_claims_request_id_fkey',
  'operator_requests_checker_id_fkey',
  'operator_requests_maker_id_fkey',
  'operator_requests_open_key',
  'operator_requests_pkey',
  'orders_repay_id_key',
  'otp_requests_pkey',
  'payment_intents_code_key',
  'payment_promises_staff_id_fkey',
  'payouts_payout_ref_key',
  'provider_payments_pkey',
  'push_subscriptions_endpoint_hash_key',
  'refunds_refund_ref_key',
  'sessions_token_hash_key',
  'staff_audit_hash_key',
  'staff_audit_pkey',
  'staff_audit_staff_id_fkey',
  'staff_links_staff_id_fkey',
  'staff_links_token_hash_key',
  'staff_notes_staff_id_fkey',
  'ticket_entries_staff_id_fkey',
  'users_phone_hash_key',
];

test('every key of a table with user_id contains it, except for the listed ones', () => {
  expect(
    findLooseKeys(tables)
      .map(({ key }) => key.name)
      .toSorted(),
  ).toEqual(KEYS_WITHOUT_USER.toSorted());
});

test('docs/data-model.md is up to date: npm run data-model', async () => {
  const page = await readFile(new URL('../../../../docs/data-model.md', import.meta.url), 'utf8');
  const [routines, domains] = await Promise.all([readRoutines(db), readDomains()]);
  expect(renderDataModel({ tables, routines, domains })).toBe(page);
});
