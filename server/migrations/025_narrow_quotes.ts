import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/**
 * A quote keeps of its statement what no other has: the values. The rest is the statement's form, kept once for all of
 * them. What an application reads of it has columns, what it writes of it a table. References go that another rule proves: versions of products and
 * users are never taken away, forms are not either.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kfs_forms (
      /** SHA-256 of the form. */
      form_id bytea primary key,
      /** Canonical JSON of the statement, with U+001F where a value is filled in. */
      form text not null
    );
    create trigger kfs_forms_append_only before update or delete on kfs_forms
      for each row execute function refuse_change();
    create trigger kfs_forms_no_truncate before truncate on kfs_forms execute function refuse_change();

    alter table quotes add column form_id bytea;
    alter table quotes add column kfs_values text;
    alter table quotes add column text_version text;
    alter table quotes add column valid_until_day date;
    alter table quotes add column charge_codes text[];

    /** How a quote was accepted, beside it: it is not written anew. */
    create table acceptances (
      user_id uuid not null,
      proposal_no text not null,
      acceptance jsonb not null,
      accepted_at timestamptz not null,
      primary key (user_id, proposal_no)
    );
    insert into acceptances (user_id, proposal_no, acceptance, accepted_at)
      select user_id, proposal_no, acceptance, accepted_at from quotes where accepted_at is not null;
    alter table quotes drop column acceptance;
    /** Takes with it the index of quotes not taken up. */
    alter table quotes drop column accepted_at;
    /** Known to be kept for good: the sweep looks at each once. */
    alter table quotes add column is_retained boolean not null default false;
    create index quotes_not_for_good on quotes (valid_until) where not is_retained;
  `.execute(db);
  await keepForms(db);
  await sql`
    alter table quotes alter column form_id set not null;
    alter table quotes alter column kfs_values set not null;
    alter table quotes alter column text_version set not null;
    alter table quotes alter column valid_until_day set not null;
    alter table quotes alter column charge_codes set not null;
    alter table quotes drop column kfs;

    alter table quotes drop constraint quotes_product_code_product_version_fkey;
    create trigger product_versions_stay before delete or update of code, version, terms on product_versions
      for each row execute function refuse_change();
    alter table quotes drop constraint quotes_user_id_fkey;
    create trigger users_stay before delete on users for each row execute function refuse_change();
  `.execute(db);
}

interface Kept {
  user_id: string;
  proposal_no: string;
  kfs: {
    textVersion: string;
    validUntilDay: string;
    sections: { id: string; rows: { id: string; value: unknown }[] }[];
  };
  kfs_hash: string;
}

/** Statements made before have forms without a hole, each its own. */
async function keepForms(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<Kept>`
      select user_id, proposal_no, kfs, kfs_hash from quotes where form_id is null limit 500`.execute(db);
    if (rows.length === 0) return;
    for (const { user_id, proposal_no, kfs, kfs_hash } of rows) {
      const form = canonical(kfs);
      const formId = createHash('sha256').update(form).digest();
      if (formId.toString('hex') !== kfs_hash)
        throw new Error(`the statement ${proposal_no} is not what its hash says`);
      await sql`insert into kfs_forms (form_id, form) values (${formId}, ${form}) on conflict do nothing`.execute(db);
      await sql`
        update quotes set form_id = ${formId}, kfs_values = '[]', text_version = ${kfs.textVersion},
          valid_until_day = ${kfs.validUntilDay}::date, charge_codes = ${chargesOf(kfs)}::text[]
        where user_id = ${user_id} and proposal_no = ${proposal_no}`.execute(db);
    }
  }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonical(held)}`).join(',')}}`;
}

function chargesOf(kfs: Kept['kfs']): string[] {
  const rows = kfs.sections.find(({ id }) => id === 'part1')?.rows ?? [];
  const isSaid = (id: string): boolean => rows.some((row) => row.id === id && Number(row.value) > 0);
  return [
    ...(isSaid('processingFee') || isSaid('feeDiscount') ? ['processing_fee'] : []),
    ...(isSaid('interestPerDay') ? ['interest'] : []),
    ...(isSaid('penalChargePerDay') ? ['penal_charge'] : []),
  ];
}
