import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { encodeRequest } from '../load-model/fire.ts';
import type { CallPart } from '../options.ts';

/** The key that signs the floor's payments. */
export const FLOOR_SECRET = 'the floor’s payment provider';

const SCHEMA = `
  CREATE TABLE session (
    token_hash bytea PRIMARY KEY, user_id bigint NOT NULL, biz_status int NOT NULL,
    expires_at timestamptz NOT NULL);

  CREATE TABLE credit_limit (
    user_id bigint PRIMARY KEY, total_paise bigint NOT NULL,
    used_paise bigint NOT NULL DEFAULT 0, locked boolean NOT NULL DEFAULT false,
    version int NOT NULL DEFAULT 0,
    CHECK (used_paise BETWEEN 0 AND total_paise));

  CREATE TABLE product (
    code text PRIMARY KEY, fee_ppm int NOT NULL, gst_ppm int NOT NULL,
    interest_ppm int NOT NULL, tenor_days int NOT NULL);
  INSERT INTO product VALUES ('P1', 30000, 180000, 1000, 14);

  CREATE TABLE quote (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id bigint NOT NULL REFERENCES credit_limit,
    product_code text NOT NULL REFERENCES product,
    principal_paise bigint NOT NULL CHECK (principal_paise > 0),
    quote jsonb NOT NULL, made_at timestamptz NOT NULL DEFAULT now());

  CREATE TABLE borrow (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id bigint NOT NULL REFERENCES credit_limit, product_code text NOT NULL,
    principal_paise bigint NOT NULL CHECK (principal_paise > 0), fee_paise bigint NOT NULL,
    status int NOT NULL, due_on date NOT NULL, idem_key uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (user_id, idem_key));
  CREATE INDEX borrow_user ON borrow (user_id, status);

  CREATE TABLE ledger_entry (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    borrow_id bigint NOT NULL REFERENCES borrow, account text NOT NULL,
    amount_paise bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ledger_borrow ON ledger_entry (borrow_id);

  CREATE TABLE event (
    event_id text PRIMARY KEY, borrow_id bigint NOT NULL, amount_paise bigint NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now())`;

/**
 * Makes the floor's tables, its users, and a running loan for each with as many entries as one of
 * ours has.
 */
export async function seedFloor(
  db: Client,
  { users, entries }: { users: number; entries: number },
): Promise<void> {
  const numbers = `generate_series(1, ${users})`;

  await db.query(SCHEMA);
  await db.query(`
    INSERT INTO credit_limit (user_id, total_paise) SELECT g, 9000000000000000 FROM ${numbers} g;
    INSERT INTO session
      SELECT sha256(('tok' || g)::bytea), g, 60, now() + interval '365 days' FROM ${numbers} g;
    INSERT INTO borrow (user_id, product_code, principal_paise, fee_paise, status, due_on, idem_key)
      SELECT g, 'P1', 500000, 50000, 50, current_date + 7, gen_random_uuid() FROM ${numbers} g`);
  // Entry by entry, so that a loan's entries are on different pages, as if each day had posted its
  // own.
  await db.query(`
    INSERT INTO ledger_entry (borrow_id, account, amount_paise)
    SELECT b, CASE WHEN e % 2 = 0 THEN 'interest_receivable' ELSE 'interest_income' END,
      CASE WHEN e % 2 = 0 THEN 500 ELSE -500 END
    FROM generate_series(1, ${entries}) e, ${numbers} b`);
  await db.query('VACUUM ANALYZE');
}

/** Requests of one of the floor's calls, each of a user taken at random. */
export function floorRequests(part: CallPart, count: number, users: number): Buffer[] {
  return Array.from({ length: count }, () => {
    const user = randomInt(1, users + 1);
    const isRead = part === 'status' || part === 'detail';
    const body = isRead ? null : JSON.stringify(part === 'pay' ? buildPayment(user) : LOAN);

    return encodeRequest({
      method: isRead ? 'GET' : 'POST',
      path: part === 'detail' ? `/detail/${user}` : `/${part}`,
      headers: {
        authentication: `tok${user}`,
        ...(body && {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          'x-signature': createHmac('sha256', FLOOR_SECRET).update(body).digest('hex'),
        }),
      },
      body,
    });
  });
}

const LOAN = { applyTotalAmount: 1_000, products: ['P1'] };

/** Each user's loan has the user's number. */
const buildPayment = (borrowId: number) => ({
  eventId: `evt_${randomUUID()}`,
  borrowId,
  amountPaise: 503_500,
});
