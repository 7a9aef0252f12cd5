import pg, { type Client } from 'pg';
import { namedStatement } from '../named-statement.ts';
import type { SentStatement } from './wire-tap.ts';

/** Tables that do not grow with users. */
const FIXED =
  /^(product_versions|ledger_totals.*|portfolio_days|closed_days|provider_reconciliations|kysely_migration.*|sandbox_.*)$/;
/** PostgreSQL makes five custom plans of a prepared statement before it may use a generic one. */
const EXECUTIONS = 7;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Total Cost': number;
  Plans?: Plan[];
}

/** Tables that grow with users, by name; false for one that is empty: nothing can be said of it. */
export type GrowingTables = ReadonlyMap<string, boolean>;

const PRETEND_ROWS = namedStatement<'table' | 'pages' | 'rows'>(
  `select pg_restore_relation_stats('schemaname', 'public', 'relname', :table::text,
                                          'relpages', :pages::integer, 'reltuples', :rows::real)`,
);

/**
 * Tells the planner that every table that grows has at least so many rows, in the pages and with
 * the spread of values that it has.
 */
export async function pretendRows(db: Client, least: number): Promise<GrowingTables> {
  await db.query('analyze');

  const { rows } = await db.query<{ name: string; pages: number; tuples: number }>(
    `select relname as name, pg_relation_size(oid) / 8192 as pages, reltuples::float8 as tuples from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const growing = new Map<string, boolean>();

  for (const { name, pages, tuples } of rows) {
    if (FIXED.test(name)) continue;
    growing.set(name, Number(pages) > 0);
    if (tuples < least && Number(pages) > 0)
      await db.query(PRETEND_ROWS({ table: name, pages, rows: least }));
  }

  return growing;
}

/** Less than the planner reckons for a row of a table or index that is read in passing. */
const COST_OF_A_ROW = 0.002;

/** The growing tables (or their indexes) that a statement's generic plan scans completely. */
export async function findScans(
  db: Client,
  { text, values }: SentStatement,
  { growing, rows }: { growing: GrowingTables; rows: number },
): Promise<string[]> {
  const plans = await explain(db, text, values);
  const isGrowing = (name: string): boolean => growing.get(name) ?? false;

  return [
    ...new Set(
      plans.flatMap((plan) => scansIn(plan, 1, { isGrowing, most: rows * COST_OF_A_ROW })),
    ),
  ];
}

/** @param part how much of the node's work is done: a limit above it stops it early */
function scansIn(
  node: Plan,
  part: number,
  of: { isGrowing: (name: string) => boolean; most: number },
): string[] {
  const table = node['Relation Name'] ?? '';
  const isScan = node['Node Type'].endsWith('Scan') && of.isGrowing(table);
  const inner = (node.Plans ?? []).flatMap((child) =>
    scansIn(
      child,
      node['Node Type'] === 'Limit' ? (part * node['Total Cost']) / child['Total Cost'] : part,
      of,
    ),
  );

  return isScan && node['Total Cost'] * part > of.most ? [table, ...inner] : inner;
}

/** Plans as the server's own connection gets them. */
async function explain(db: Client, text: string, values: SentStatement['values']): Promise<Plan[]> {
  const read = async (statement: string): Promise<Plan> => {
    const { rows } = await db.query(`explain (format json) ${statement}`);
    return rows[0]['QUERY PLAN'][0].Plan;
  };

  if (values.length === 0) return [await read(text)];

  await db.query(`prepare looked_at as ${text}`);

  try {
    const plans: Plan[] = [];
    for (let time = 0; time < EXECUTIONS; time += 1)
      plans.push(await read(`execute looked_at(${values.map(toLiteral).join(', ')})`));
    return plans;
  } finally {
    await db.query('deallocate looked_at');
  }
}

function toLiteral(value: string | Buffer | null): string {
  if (value === null) return 'null';
  return Buffer.isBuffer(value) ? `'\\x${value.toString('hex')}'` : pg.escapeLiteral(value);
}

/** Whether a statement has a plan: neither the bounds of transactions nor settings have one. */
export function hasPlan({ text }: SentStatement): boolean {
  return /^\s*(\/\*.*?\*\/\s*)?(select|insert|update|delete|with)\b/i.test(text);
}
