import { randomInt, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { bytesOf, type RequestBytes } from './fire.ts';

const SCHEMA = `
  CREATE TABLE session (token_hash bytea PRIMARY KEY, user_id bigint NOT NULL, biz_status int NOT NULL,
    expires_at timestamptz NOT NULL);
  CREATE TABLE credit_limit (user_id bigint PRIMARY KEY, total_paise bigint NOT NULL,
    used_paise bigint NOT NULL DEFAULT 0, locked boolean NOT NULL DEFAULT false, version int NOT NULL DEFAULT 0,
    CHECK (used_paise BETWEEN 0 AND total_paise));
  CREATE TABLE borrow (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id bigint NOT NULL REFERENCES credit_limit,
    product_code text NOT NULL, principal_paise bigint NOT NULL CHECK (principal_paise > 0), fee_paise bigint NOT NULL,
    status int NOT NULL, due_on date NOT NULL, idem_key uuid NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (user_id, idem_key));
  CREATE INDEX borrow_user ON borrow (user_id, status);
  CREATE TABLE ledger_entry (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, borrow_id bigint NOT NULL REFERENCES borrow,
    account text NOT NULL, amount_paise bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ledger_borrow ON ledger_entry (borrow_id)`;

/** Makes the floor's tables and its users. */
export async function seedFloor(db: Client, users: number): Promise<void> {
  await db.query(SCHEMA);
  await db.query(
    'INSERT INTO credit_limit (user_id, total_paise) SELECT g, 9000000000000000 FROM generate_series(1, $1::int) g',
    [users],
  );
  await db.query(
    `INSERT INTO session SELECT sha256(('tok' || g)::bytea), g, 60, now() + interval '365 days'
     FROM generate_series(1, $1::int) g`,
    [users],
  );
  await db.query('VACUUM ANALYZE session, credit_limit');
}

/** Requests to one of the floor's paths, each of a user taken at random. */
export function floorRequests(path: '/hello' | '/status' | '/apply', count: number, users: number): RequestBytes[] {
  return Array.from({ length: count }, () => {
    const authentication = `tok${randomInt(1, users + 1)}`;
    if (path !== '/apply') return bytesOf({ method: 'GET', path, headers: { authentication }, body: null });
    return bytesOf({
      method: 'POST',
      path,
      headers: { authentication, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: '{"applyTotalAmount":1000,"products":["P1"]}',
    });
  });
}
