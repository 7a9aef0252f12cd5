import { transact } from '../../../platform/db/transact.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobPayloads } from '../../../platform/jobs/job-store.ts';
import { findProvider } from '../../../platform/payment-providers.ts';
import type { MandateAnswer, Mandates } from '../../../platform/ports/mandates.ts';
import { applyAnswer, endMandate, isOver, lastInstant, queueTending } from './change-mandate.ts';
import {
  changeMandate,
  claimMandateQuery,
  lockMandate,
  type Mandate,
  type MandateKey,
  readMandate,
} from './mandate-store.ts';

/** A mandate that nobody approved can be approved no longer than this after its time. */
const APPROVED_LATE_MS = 86_400_000;

/**
 * Job: takes a mandate on at its provider: asks for it, learns where it stands, cancels it once it
 * has ended here. What gave no answer is asked again under the same reference, after growing waits.
 */
export async function tendMandate(
  deps: Deps,
  { userId, mandateId, attempt }: JobPayloads['tend-mandate'],
): Promise<void> {
  const mandate = await readMandate(deps.db, { userId, mandateId });
  if (!mandate || mandate.isClosed) return;

  const isQueried = await queryMandate(deps, mandate);

  await transact(deps.db, async (tx) => {
    const after = await lockMandate(tx, mandate);
    const isSettled = after.state === 'confirmed' || after.state === 'paused_by_payer';
    if (!after.isClosed && !(isQueried && isSettled))
      await queueTending(tx, after, { attempt: attempt + 1 });
  });
}

/** The page polls while the payer approves a mandate; the provider is asked no more often. */
const QUERY_EVERY_MS = 3_000;
/** Two requests at once would make two orders: longer than all time-outs of one. */
const ASK_EVERY_MS = 60_000;

/**
 * Takes a mandate one step on at its provider, and applies what it says.
 * @returns false when another query has just begun
 */
export async function queryMandate(deps: Deps, mandate: Mandate): Promise<boolean> {
  const mandates = findProvider(deps.payments, mandate.provider)?.mandates;
  if (!mandates) {
    deps.log.error({ mandateId: mandate.mandateId }, 'the provider of a mandate is not set up');
    return true;
  }

  const everyMs = mandate.orderRef === null ? ASK_EVERY_MS : QUERY_EVERY_MS;
  if (!(await claimMandateQuery(deps.db, mandate, { now: deps.now(), everyMs }))) return false;

  try {
    const asked = await ensureAsked(deps, mandates, mandate);
    if (asked) await learn(deps, mandates, asked);
  } catch (err) {
    deps.log.warn({ err, mandateId: mandate.mandateId }, 'provider gave no answer to a mandate');
  }

  return true;
}

type MandateAtProvider = Mandate & { customerRef: string; orderRef: string; upiUri: string };

/** The mandate once the provider was asked for it; null when it never is. */
async function ensureAsked(
  deps: Deps,
  mandates: Mandates,
  mandate: Mandate,
): Promise<MandateAtProvider | null> {
  if (mandate.orderRef !== null) return mandate as MandateAtProvider;
  if (isOver(mandate) || mandate.approveUntil <= deps.now()) {
    // The provider may have it although its answer was lost: nobody can approve it unseen.
    await transact(deps.db, async (tx) => {
      const locked = await lockMandate(tx, mandate);
      await endMandate(tx, deps, locked, { because: 'not_approved', actor: 'lender' });
      await changeMandate(tx, locked, { isClosed: true });
    });
    return null;
  }

  const refs = await mandates.ask({
    code: mandate.code,
    mostPaise: mandate.mostPaise,
    lastMs: lastInstant(mandate),
    payeeName: deps.appConfig.lender.name,
  });
  await transact(deps.db, (tx) => changeMandate(tx, mandate, refs));

  return { ...mandate, ...refs };
}

/** Learns where a mandate stands, with the payments that approve it, and cancels one that ended. */
async function learn(deps: Deps, mandates: Mandates, asked: MandateAtProvider): Promise<void> {
  const found = await mandates.find(asked);
  for (const event of found.payments) await deps.receiveProviderEvent(deps, asked.provider, event);

  const after = await apply(deps, asked, found.mandate);
  if (!isOver(after) || after.isClosed) return;

  const { tokenRef } = found.mandate;
  if (tokenRef !== null) await mandates.cancel({ customerRef: asked.customerRef, tokenRef });
  else if (deps.now() > asked.approveUntil + APPROVED_LATE_MS)
    await transact(deps.db, (tx) => changeMandate(tx, asked, { isClosed: true }));
}

async function apply(deps: Deps, key: MandateKey, answer: MandateAnswer): Promise<Mandate> {
  await transact(deps.db, async (tx) => applyAnswer(tx, deps, await lockMandate(tx, key), answer));

  const after = await readMandate(deps.db, key);
  if (!after) throw new Error('a mandate disappeared');

  return after;
}
