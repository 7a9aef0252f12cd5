import type { AnswerOf } from '@noren/contract/call';
import type { campaigns as campaignsCall } from '@noren/contract/staff/campaigns';
import type { scorecard } from '@noren/contract/staff/terms';
import type { Scorecard } from '@noren/core/lending/scorecard';
import { mayUse } from '@noren/core/staff/roles';
import type * as z from 'zod/mini';
import { listScorecards, readScorecard } from '../../lending/credit/scorecard-store.ts';
import { cutPage } from '../../platform/staff/page.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { findPortfolioDay } from '../books/portfolio-days-store.ts';
import { answerBackTest } from './back-test.ts';
import { countSegment, listCampaigns, type StoredCampaign } from './campaign-store.ts';
import { listCeilingViews } from './ceiling-view.ts';
import { listProductRequests, listProductVersions } from './products-store.ts';
import { answerReplay } from './replay.ts';
import { OWN_TEXT_CARDS, readSettings } from './settings-store.ts';

const PAGE = 50;

type SentTerms = AnswerOf<
  typeof import('@noren/contract/staff/products').productVersions
>['rows'][number]['terms'];
type SentCard = z.infer<typeof scorecard>;

/** Products, the scorecard, coupon campaigns and the app's settings. */
export const productStaffHandlers = {
  productVersions: async ({ deps, today }, _input, db) => {
    const rows = await listProductVersions(db);

    return {
      rows: rows.map((row) => ({ ...row, terms: row.terms as unknown as SentTerms })),
      next: null,
      maxLoanPaise: deps.appConfig.maxLoanPaise,
      today,
    };
  },

  productRequests: async ({ staff }, _input, db) => {
    const open = await listProductRequests(db);
    const rows = open.map(({ makerId, ...request }) => {
      const isMine = makerId === staff.staffId;
      return {
        ...request,
        isMine,
        isMineToDecide: !isMine && mayUse(staff.roles, `approve.${request.kind}`),
      };
    });

    return { rows, next: null };
  },

  scorecardVersions: async ({ deps, today }, _input, db) => {
    const rows = await listScorecards(db);

    return {
      rows: rows.map(({ card, effectiveFrom }) => ({
        card: card as unknown as SentCard,
        effectiveFrom,
      })),
      next: null,
      inForce: (await readScorecard(db, today)).version,
      maxLoanPaise: deps.appConfig.maxLoanPaise,
      today,
    };
  },

  levelCeilings: async ({ deps, today }, _input, db) => {
    const { isSandbox, maxLoanPaise } = deps.appConfig;
    const rows = await listCeilingViews(db, {
      day: today,
      mode: isSandbox ? 'sandbox' : 'production',
    });
    return { rows, next: null, maxLoanPaise, today };
  },

  backTest: ({ now }, { body }, db) =>
    answerBackTest(db, { card: body.card as unknown as Scorecard, days: body.days, now }),

  creditReplay: (ctx, { params }, db) => answerReplay(ctx, db, params.userId),

  campaigns: async ({ today }, { query }, db) => {
    const found = await listCampaigns(db, query.after ?? null, PAGE + 1);
    const { rows, next } = cutPage(found, PAGE, ({ campaignId }) => campaignId);

    return { rows: rows.map((campaign) => toCampaign(campaign, today)), next };
  },

  segmentSize: async ({ today }, { query: { segment } }, db) => ({
    people:
      (await findPortfolioDay(db))?.segments[segment] ?? (await countSegment(db, segment, today)),
  }),

  appSettings: async ({ today }, _input, db) => {
    const { gpGuideShow, cards } = await readSettings(db);
    return {
      gpGuideShow,
      cards: cards.map((known) => ({ ...known, isOfProgram: OWN_TEXT_CARDS.has(known.cardId) })),
      today,
    };
  },
} satisfies Partial<StaffHandlers>;

type SentCampaign = AnswerOf<typeof campaignsCall>['rows'][number];

function toCampaign(campaign: StoredCampaign, today: string): SentCampaign {
  const { mostPaise, givenUpTo: _, finishedAt, ...shown } = campaign;
  const isSpent = campaign.committedPaise + mostPaise > campaign.budgetPaise;
  const state =
    today < campaign.startsOn
      ? 'waiting'
      : finishedAt === null
        ? 'running'
        : isSpent
          ? 'spent'
          : 'given';

  return { ...shown, state };
}
