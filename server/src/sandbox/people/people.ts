import { randomInt } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { JOBS } from '../../job-list.ts';
import { findOrCreateUser, readSignInUser, type SignInUser } from '../../people/login/store.ts';
import type { Deps } from '../../platform/deps.ts';
import { openSession, type RenewedSecret } from '../../platform/http/session-store.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { makeWebhookQueue } from '../bank/webhooks.ts';
import { agree, certify, type PersonInApp, successData } from './certify.ts';
import { type InventedPerson, inventPerson, MAX_SEED } from './data.ts';
import { bankTime, type Mirror, openMirror } from './mirror.ts';
import {
  type LoanScenario,
  type PersonScenario,
  STARTING_POINTS,
  type StartingPointId,
} from './starting-points.ts';
import { letPhoneBeFirst, readPayoutAtBank } from './store.ts';

/** A new invented person at a place, and the session that the browser continues. */
export interface CreatedPerson {
  readonly user: SignInUser;
  readonly person: InventedPerson;
  readonly repayId: string | null;
  readonly token: string;
  readonly cookie: string;
  /** Address in the app, from `/#` on. */
  readonly path: string;
}

const EVALUATION_MS = 60_000;
const LOST_WEBHOOK_MS = 86_400_000;

/**
 * Makes a new invented person with a place's scenario, by the app's own calls on the days of the
 * scenario, and opens a session for a device.
 */
export async function jumpTo(
  deps: Deps,
  { to, seed = randomInt(MAX_SEED) }: { to: StartingPointId; seed?: number | undefined },
  device: { deviceId: string; deviceSecret: RenewedSecret },
): Promise<CreatedPerson> {
  const { scenario, path } = STARTING_POINTS[to] as {
    scenario: PersonScenario;
    path: string;
  };
  const person = inventPerson(seed);
  const then = await openMirror(deps, {
    daysAgo: scenario.loan?.paidOutDaysAgo ?? 0,
    payouts: scenario.loan?.payout ?? 'succeed',
  });

  try {
    const inApp = await createPerson(then, person);
    const repayId = await runScenario(deps, then, inApp, scenario);
    const { userId } = inApp;
    const opened = await openSession(deps.db, {
      userId,
      ...device,
      assurance: 'otp',
      now: deps.now(),
    });
    const { token, cookie, sessionId } = opened;

    // This browser counts as the phone on which the person signed up.
    await letPhoneBeFirst(deps.db, { userId, sessionId });

    const user = await readSignInUser(deps.db, userId);

    return {
      user,
      person,
      repayId,
      token,
      cookie,
      path: `/#${path.replace('{repayId}', repayId ?? '')}`,
    };
  } finally {
    await then.close();
  }
}

async function createPerson(then: Mirror, person: InventedPerson): Promise<PersonInApp> {
  const { deps } = then;
  const given = { phone: person.phone, language: 'en' as const, now: deps.now() };
  const { userId } = await findOrCreateUser(deps.db, deps.crypto, given);
  const client = await then.signIn(userId);

  await agree({ client, deps }, 'privacy_policy');

  return { deps, userId, person, client };
}

async function runScenario(
  deps: Deps,
  then: Mirror,
  inApp: PersonInApp,
  scenario: PersonScenario,
): Promise<string | null> {
  await certify(inApp, scenario);
  if (scenario.credit === 'evaluating') {
    await then.runJobs('check-pan');
    await finishEvaluationLater(deps, inApp.userId);
  } else await then.runJobs('check-pan', 'evaluate-credit');

  const repayId = scenario.loan ? await borrow(inApp) : null;
  await then.runJobs('send-payout', 'send-notification');
  if (scenario.loan?.payout === 'lost') await confirmPayoutLater(deps, inApp.userId);
  if (repayId && scenario.loan?.repaidDaysAgo !== undefined)
    await repay(deps, scenario.loan, { userId: inApp.userId, repayId });
  successData(await inApp.client.send(CALLS.logOut, {}));

  return repayId;
}

async function borrow({ client }: PersonInApp): Promise<string> {
  const { kfs } = successData(
    await client.send(CALLS.quoteLoan, {
      body: { productCode: 'N07', principalPaise: rupees(5_000) },
    }),
  );
  const body = {
    proposalNo: kfs.proposalNo,
    kfsHash: kfs.hash,
    acknowledged: true as const,
    purpose: 'household',
  };

  return successData(await client.send(CALLS.applyLoan, { body })).repayId;
}

/** Repays a loan in full on the scenario's day. */
async function repay(
  deps: Deps,
  loan: LoanScenario,
  of: { userId: string; repayId: string },
): Promise<void> {
  const later = await openMirror(deps, { daysAgo: loan.repaidDaysAgo ?? 0, payouts: 'succeed' });
  try {
    const client = await later.signIn(of.userId);
    const body = { repayId: of.repayId, kind: 'full', channel: 'upi' } as const;
    const { code } = successData(await client.send(CALLS.startPayment, { body }));

    await later.pay(code);
    await later.runJobs('send-notification');
    successData(await client.send(CALLS.logOut, {}));
  } finally {
    await later.close();
  }
}

/** Late enough that the waiting screens can be seen. */
async function finishEvaluationLater(deps: Deps, userId: string): Promise<void> {
  await addJob(deps.db, JOBS['evaluate-credit'], { userId }, { afterMs: EVALUATION_MS });
}

/** The bank's webhook waits a day, or until "Deliver now" is pressed. */
async function confirmPayoutLater(deps: Deps, userId: string): Promise<void> {
  const payout = await readPayoutAtBank(deps.db, userId);
  const eventId = `evt_${payout.payoutRef}`.slice(0, 64);
  const queue = makeWebhookQueue(deps.db, () => bankTime(deps), '');
  await queue.add({ kind: 'payout', eventId, state: 'confirmed', ...payout }, LOST_WEBHOOK_MS);
}
