import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';

/** What the database spends inside each statement, by `pg_stat_statements`. */

/** Settings with which a database can count statements. */
export const STATEMENT_SETTINGS = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
];

export interface StatementTime {
  /** What it does, and to which table: `insert into orders`. */
  readonly name: string;
  readonly us: number;
  readonly count: number;
}

const READ = `select query, calls::int as count, (total_exec_time + total_plan_time) * 1000 as us
  from pg_stat_statements s join pg_database d on d.oid = s.dbid and d.datname = current_database()
  where query !~ 'pg_stat_statements'`;

/**
 * Counts the database's statements while work is done.
 * @returns those that were sent, most time first, and the work's result
 */
export async function timeStatements<Done>(
  db: Client,
  work: () => Promise<Done>,
): Promise<{ statements: StatementTime[]; done: Done }> {
  await db.query('create extension if not exists pg_stat_statements');
  await setTracking(db, 'top');
  await db.query('select pg_stat_statements_reset()');

  try {
    const done = await work();
    const { rows } = await db.query<{ query: string; count: number; us: number }>(READ);

    return {
      statements: merge(
        rows.map(({ query, ...times }) => ({ name: nameStatement(query), ...times })),
      ),
      done,
    };
  } finally {
    await setTracking(db, 'none');
  }
}

/** Counting costs a little: off while calls are measured. */
export const countNoStatements = (db: Client): Promise<void> => setTracking(db, 'none');

async function setTracking(db: Client, track: 'top' | 'none'): Promise<void> {
  await db.query(`alter system set ${TRACK} = '${track}'`);
  await db.query('select pg_reload_conf()');

  const isSet = async (): Promise<boolean> => {
    const { rows } = await db.query<{ [TRACK]: string }>(`show ${TRACK}`);
    return rows[0]?.[TRACK] === track;
  };

  // The server tells its processes of it one after the other.
  while (!(await isSet())) await pause(50);
}

const TRACK = 'pg_stat_statements.track';

function merge(times: readonly StatementTime[]): StatementTime[] {
  const byName = new Map<string, StatementTime>();
  for (const { name, us, count } of times) {
    const { us: before = 0, count: counted = 0 } = byName.get(name) ?? {};
    byName.set(name, { name, us: before + us, count: counted + count });
  }

  return [...byName.values()].sort((a, b) => b.us - a.us);
}

/**
 * The first change a statement makes, or else the first table it reads outside of its parentheses.
 */
function nameStatement(query: string): string {
  const text = query.toLowerCase().replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
  const change = /\b(insert into|update|delete from) (?!of\b)(\w+)/.exec(text);
  if (change) return `${change[1]} ${change[2]}`;

  const table = /\b(?:from|join) (?!unnest)(\w+)/.exec(withoutParentheses(text))?.[1];
  if (table)
    return `select from ${table}${/ for (no key )?update\b/.test(text) ? ', locking' : ''}`;

  const called = /^select (\w+)\(/.exec(text);
  return called ? `select ${called[1]}()` : (text.split(' ')[0] ?? text);
}

function withoutParentheses(text: string): string {
  const shorter = text.replaceAll(/\([^()]*\)/g, '');
  return shorter === text ? text : withoutParentheses(shorter);
}
