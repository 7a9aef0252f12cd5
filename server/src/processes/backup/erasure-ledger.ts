import type { Purpose } from '@noren/core/people/consent';
import { lockDecisions, markConsentsWithdrawn } from '../../people/consent-store.ts';
import { eraseAgain } from '../../people/personal-data/erase-user.ts';
import { lockNotErased } from '../../people/personal-data/erasure-store.ts';
import type { Deps } from '../../platform/deps.ts';
import type { LedgerFact } from '../../platform/ports/erasure-ledger.ts';
import { listNotErased, listStillInForce, readLedgerFacts } from './backup-store.ts';

/** What the ledger's work needs; a command has no more. */
export type LedgerDeps = Pick<
  Deps,
  'db' | 'crypto' | 'now' | 'today' | 'log' | 'consentEffects' | 'erasureLedger'
>;

const CHUNK = 1_000;
/** An older database lacks a run of the latest facts: when it has these, it has all. */
const LATEST = 100;

/** Job: records in the erasure ledger what must not come back of a user. */
export async function recordErasure(
  { db, erasureLedger }: Pick<Deps, 'db' | 'erasureLedger'>,
  { userId }: { userId: string },
): Promise<void> {
  for (const fact of await readLedgerFacts(db, userId)) await erasureLedger.record(fact);
}

/** What was repeated; `refused` are facts whose signature is not the server's. */
export interface RepeatedFacts {
  readonly erased: number;
  readonly withdrawn: number;
  readonly refused: number;
}

/**
 * Before a process serves: erases again who was erased, and ends again the consents that were
 * ended, after the point that the database was restored to. Looks at the latest facts, and at all
 * when one of them is not in the database.
 */
export async function repeatWhenLost(deps: LedgerDeps): Promise<RepeatedFacts> {
  const facts = await deps.erasureLedger.list();
  const lost = await findLost(deps, facts.slice(-LATEST));
  return lost.length === 0 ? { erased: 0, withdrawn: 0, refused: 0 } : repeatFacts(deps, facts);
}

/** Repeats every fact of the ledger that the database lacks. */
export async function repeatAll(deps: LedgerDeps): Promise<RepeatedFacts> {
  return repeatFacts(deps, await deps.erasureLedger.list());
}

async function repeatFacts(deps: LedgerDeps, facts: readonly LedgerFact[]): Promise<RepeatedFacts> {
  const done = { erased: 0, withdrawn: 0, refused: 0 };
  for (const fact of await findLost(deps, facts)) {
    if (!(await deps.erasureLedger.isAuthentic(fact))) {
      done.refused++;
      deps.log.error(
        { userId: fact.userId, what: fact.what },
        'a fact of the erasure ledger has a wrong signature',
      );
    } else if (fact.what === 'erased') {
      if (await eraseAgain(deps, fact.userId)) done.erased++;
    } else if (await withdrawAgain(deps, { ...fact, purpose: fact.what })) done.withdrawn++;
  }

  if (done.erased + done.withdrawn > 0)
    deps.log.warn(done, 'erasures and withdrawals after the restored point were repeated');

  return done;
}

async function findLost({ db }: LedgerDeps, facts: readonly LedgerFact[]): Promise<LedgerFact[]> {
  const lost: LedgerFact[] = [];
  for (let from = 0; from < facts.length; from += CHUNK) {
    const chunk = facts.slice(from, from + CHUNK);
    const erased = new Map(
      chunk.filter(({ what }) => what === 'erased').map((fact) => [fact.userId, fact]),
    );

    for (const userId of await listNotErased(db, [...erased.keys()]))
      lost.push(erased.get(userId) as LedgerFact);
    lost.push(
      ...(await listStillInForce(
        db,
        chunk.filter(({ what }) => what !== 'erased'),
      )),
    );
  }

  return lost;
}

async function withdrawAgain(
  { db, consentEffects }: LedgerDeps,
  { userId, purpose, at }: { userId: string; purpose: Purpose; at: number },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockNotErased(tx, userId))) return false;

    await lockDecisions(tx, userId);
    await markConsentsWithdrawn(tx, { userId, purpose, at });
    await consentEffects.onWithdrawn(tx, userId, purpose);

    return true;
  });
}
