import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { anActiveLoan } from '../../testing/loans.ts';
import { useConsole } from '../../testing/staff.ts';
import { useMoneyApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, signIn, successData } from '../../testing/users.ts';
import { expectWholeLife, type LifeOf } from '../../testing/whole-life.ts';

const app = await useMoneyApp();
const desk = await useConsole(app);

/** Signs in once more: one more session is ended by what was asked for. */
const anotherSession = async (who: SignedInUser): Promise<void> =>
  void (await signIn(app, who.phone));

async function aNamedNominee(who: SignedInUser): Promise<void> {
  const body = { relationship: 'spouse', name: 'Meera Example', phone: '9000000021' };
  successData(await who.client.send(CALLS.saveNominee, { body }));
}

const byProductManagers = { maker: 'product_manager', checker: 'product_manager' } as const;

const LIVES: Record<string, () => Promise<LifeOf>> = {
  limit_override: async () => {
    const who = await aSignedInUser(app);
    return {
      maker: 'credit_officer',
      checker: 'credit_officer',
      proposal: async () => ({
        kind: 'limit_override',
        userId: who.userId,
        limitPaise: rupees(6_000),
      }),
      change: async () =>
        void (await anActiveLoan(app, await signIn(app, who.phone), { rupees: 5_000 })),
    };
  },
  full_kyc: async () => {
    const { userId } = await aSignedInUser(app);
    return {
      maker: 'reviewer',
      checker: 'credit_officer',
      proposal: async () => ({ kind: 'full_kyc', userId, how: 'by video, case 17' }),
    };
  },
  lending_freeze: async () => {
    const { userId } = await aSignedInUser(app);
    return {
      maker: 'credit_officer',
      checker: 'credit_officer',
      proposal: async () => ({ kind: 'lending_freeze', userId, isFrozen: true }),
    };
  },
  lending_start: async () => {
    const officer = await desk.as('credit_officer');
    await officer.data('stopLending', { body: { reason: 'the payout provider is failing' } });

    return {
      maker: 'credit_officer',
      checker: 'accountant',
      proposal: async () => ({ kind: 'lending_start' }),
    };
  },
  erasure: async () => {
    const who = await aSignedInUser(app);
    const { userId } = who;

    return {
      maker: 'support',
      checker: 'reviewer',
      proposal: async () => ({ kind: 'erasure', userId, askedBy: 'borrower', decision: 'erase' }),
      change: () => anotherSession(who),
    };
  },
  nominee_claim: async () => {
    const who = await aSignedInUser(app);
    await aNamedNominee(who);

    return {
      maker: 'support',
      checker: 'reviewer',
      proposal: async () => ({
        kind: 'nominee_claim',
        userId: who.userId,
        isClaimed: true,
        evidence: 'letter 17 of 2026',
      }),
      change: () => anotherSession(who),
    };
  },
  coupon: async () => {
    const { userId } = await aSignedInUser(app);
    const coupon = {
      kind: 'repay' as const,
      discount: { amount: rupees(50) },
      minPrincipal: rupees(1_000),
    };

    return {
      maker: 'grievance_officer',
      checker: 'product_manager',
      proposal: async () => ({ kind: 'coupon', userId, coupon, days: 10 }),
    };
  },
  configuration: async () => {
    const { gpGuideShow: before } = await (await desk.as('product_manager')).data('appSettings');
    const change = { setting: 'gpGuideShow' as const, before, after: !before };
    return { ...byProductManagers, proposal: async () => ({ kind: 'configuration', change }) };
  },
  product_version: async () => {
    const { rows } = await (await desk.as('product_manager')).data('productVersions');
    const newest = rows.find(({ terms }) => terms.code === 'N15')!.terms;
    const terms = { ...newest, version: newest.version + 1 };
    const effectiveFrom = addDays(app.deps.today(), 40);

    return {
      ...byProductManagers,
      proposal: async () => ({ kind: 'product_version', terms, effectiveFrom }),
    };
  },
  level_ceiling: async () => {
    const effectiveFrom = addDays(app.deps.today(), 40);
    return {
      ...byProductManagers,
      proposal: async () => ({
        kind: 'level_ceiling',
        level: 'document_seen',
        ceilingPaise: rupees(5_000),
        effectiveFrom,
        citation: 'Opinion of counsel, November 2026',
      }),
    };
  },
  scorecard_version: async () => {
    const { rows } = await (await desk.as('product_manager')).data('scorecardVersions');
    const effectiveFrom = addDays(app.deps.today(), 40);
    const card = { ...rows[0]!.card, version: `${effectiveFrom.slice(0, 7)}/${rows.length + 1}` };

    return {
      ...byProductManagers,
      proposal: async () => ({ kind: 'scorecard_version', card, effectiveFrom }),
    };
  },
};

test.each(Object.keys(LIVES))('the whole life of a request of kind %s', async (kind) => {
  const effect = await expectWholeLife(app, desk, await LIVES[kind]!());
  expect(effect).toBeDefined();
});
