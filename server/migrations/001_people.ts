import { type Kysely, sql } from 'kysely';

/** Users, their sessions, codes, links, consents and language. Every table a user owns is keyed by user first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await people(db);
  await records(db);
}

async function people(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      user_id uuid primary key default uuidv7(),
      phone_hash bytea not null unique,
      phone_enc bytea not null,
      masked_phone text not null,
      onboarding_status int not null default 10 check (onboarding_status in (10, 20, 30, 40, 50, 60, 70)),
      language text not null default 'en',
      created_at timestamptz not null,
      first_confirmed_at timestamptz
    );
    create table sessions (
      user_id uuid not null references users,
      session_id uuid not null default uuidv7(),
      token_hash bytea not null unique,
      cookie_hash bytea not null,
      device_id uuid not null,
      assurance text not null check (assurance in ('link', 'otp')),
      code_entered_at timestamptz,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      revoked_at timestamptz,
      primary key (user_id, session_id)
    );
    create table otp_requests (
      otp_ref uuid primary key default uuidv7(),
      phone_hash bytea not null,
      user_id uuid references users,
      device_id uuid not null,
      code_hash bytea not null,
      purpose text not null check (purpose in ('login', 'confirm_first', 'confirm_later')),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index otp_requests_open on otp_requests (phone_hash, created_at) where used_at is null;
    create table rate_limit_hits (
      bucket text not null,
      key_hash bytea not null,
      at timestamptz not null,
      hit_id bigint generated always as identity,
      primary key (bucket, key_hash, at, hit_id)
    );
    create table magic_links (
      user_id uuid not null references users,
      token_hash bytea not null unique,
      channel text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      primary key (user_id, token_hash)
    );
  `.execute(db);
}

async function records(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table consents (
      user_id uuid not null references users,
      consent_id uuid not null default uuidv7(),
      purpose text not null,
      text_version text not null,
      language text not null,
      channel text not null,
      at timestamptz not null,
      withdrawn_at timestamptz,
      primary key (user_id, consent_id)
    );
    create table idempotency_keys (
      owner_id uuid not null,
      call text not null,
      request_id uuid not null,
      content_hash bytea not null,
      answer_enc bytea,
      created_at timestamptz not null,
      primary key (owner_id, call, request_id)
    );
    create index idempotency_keys_by_age on idempotency_keys (created_at);
    create table audit_log (
      audit_id uuid primary key default uuidv7(),
      at timestamptz not null,
      user_id uuid,
      actor text not null,
      action text not null,
      subject text,
      detail jsonb not null default '{}'
    );
  `.execute(db);
}
