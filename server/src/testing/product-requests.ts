import type { StaffProposal } from '@noren/contract/staff/approvals';
import type { Scorecard } from '@noren/core/lending/scorecard';
import type { ProductTerms } from '@noren/core/lending/terms';
import { rupees } from '@noren/core/money/money';
import { addDays, businessDay } from '@noren/core/money/time';
import { beforeAll } from 'vitest';
import { type StaffClient, useConsole } from './staff.ts';
import { useLedgerApp } from './use-app.ts';

export const REASON = 'as the board decided';
export const COUPON = {
  kind: 'fee',
  discount: { amount: rupees(100) },
  minPrincipal: rupees(2_000),
};
export const CAMPAIGN = { name: 'Nobody yet', segment: 'returning', budgetPaise: rupees(100) };
export const NOTHING = { journals: [], messages: [], orders: [] };

/** Staff who change products. */
export async function useProductRequests() {
  const app = await useLedgerApp();
  const desk = await useConsole(app);
  let maker: StaffClient;
  let checker: StaffClient;

  beforeAll(async () => {
    maker = await desk.as('product_manager');
    checker = await desk.as('product_manager', 'second');
  });

  const today = () => app.deps.today();

  const propose = (proposal: unknown, who = maker) =>
    who.send('propose', { body: { proposal: proposal as StaffProposal, reason: REASON } });

  async function proposed(proposal: unknown): Promise<string> {
    const { requestId } = await maker.data('propose', {
      body: { proposal: proposal as StaffProposal, reason: REASON },
    });
    return requestId;
  }

  async function approve(requestId: string, who = checker, requestKey?: string) {
    const { effectNow: seen } = await who.data('approval', { params: { requestId } });
    return who.send('approve', {
      body: { requestId, seen: seen ?? { journals: [], messages: [], orders: [] } },
      ...(requestKey !== undefined && { requestId: requestKey }),
    });
  }

  async function nextN15(): Promise<ProductTerms> {
    const { rows } = await maker.data('productVersions');
    const [newest] = rows.filter(({ terms }) => terms.code === 'N15');
    return { ...(newest!.terms as unknown as ProductTerms), version: newest!.terms.version + 1 };
  }

  /** A day from which a new card may decide: after today and after the newest one. */
  async function dayForCard(): Promise<string> {
    const [newest] = (await maker.data('scorecardVersions')).rows;
    const from =
      newest && newest.effectiveFrom > today() ? businessDay(newest.effectiveFrom) : today();
    return addDays(from, 1);
  }

  async function nextCard(effectiveFrom: string): Promise<Scorecard> {
    const { rows } = await maker.data('scorecardVersions');
    const version = `${effectiveFrom.slice(0, 7)}/${rows.length + 1}`;
    return { ...(rows[0]!.card as unknown as Scorecard), version };
  }

  /** Each kind with a proposal that is possible now. */
  const POSSIBLE: Record<string, () => Promise<unknown>> = {
    product_version: async () => ({
      kind: 'product_version',
      terms: await nextN15(),
      effectiveFrom: addDays(today(), 40),
    }),
    scorecard_version: async () => {
      const effectiveFrom = await dayForCard();
      return { kind: 'scorecard_version', card: await nextCard(effectiveFrom), effectiveFrom };
    },
    coupon: async () => ({
      kind: 'coupon',
      coupon: COUPON,
      campaign: { ...CAMPAIGN, startsOn: today(), endsOn: today() },
    }),
    configuration: async () => {
      const { gpGuideShow: before } = await maker.data('appSettings');
      return { kind: 'configuration', change: { setting: 'gpGuideShow', before, after: !before } };
    },
  };

  return {
    app,
    desk,
    get maker() {
      return maker;
    },
    set maker(next) {
      maker = next;
    },
    get checker() {
      return checker;
    },
    set checker(next) {
      checker = next;
    },
    proposed,
    approve,
    nextN15,
    nextCard,
    POSSIBLE,
    today,
    propose,
    dayForCard,
  };
}
