import { CEILING_LEVELS } from '@noren/core/lending/level-ceilings';
import { PRODUCT_KINDS } from '@noren/core/staff/approval-kinds';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, instant, paise, uuid } from '../fields.ts';
import { listPage } from './cursor.ts';
import { productTerms } from './terms.ts';

const version = z.object({ terms: productTerms, effectiveFrom: day, effectiveTo: z.nullable(day) });
export type ProductVersion = z.infer<typeof version>;

/** Every version of every product: by code, newest first. */
export const productVersions = call({
  method: 'GET',
  path: '/staff/products',
  who: { permission: 'products.read' },
  response: z.object({
    rows: z.array(version),
    next: z.nullable(z.string()),
    /** Maximum principal. */
    maxLoanPaise: paise,
    today: day,
  }),
});

const ceiling = z.object({
  level: z.enum(CEILING_LEVELS),
  /** Null: the configured maximum. */
  ceilingPaise: z.nullable(paise),
  effectiveFrom: day,
  citation: z.string(),
  /** The decision of two people; null for a row of the program. */
  decision: z.nullable(
    z.object({
      requestId: uuid,
      reason: z.string(),
      makerName: z.string(),
      checkerName: z.nullable(z.string()),
      decidedAt: z.nullable(instant),
    }),
  ),
  isInForce: z.boolean(),
});

export type LevelCeiling = z.infer<typeof ceiling>;

/** The ceilings of the identity levels, by day, newest first; former ones too. */
export const levelCeilings = call({
  method: 'GET',
  path: '/staff/products/ceilings',
  who: { permission: 'products.read' },
  response: z.object({
    rows: z.array(ceiling),
    next: z.nullable(z.string()),
    /** Maximum principal. */
    maxLoanPaise: paise,
    today: day,
  }),
});

const request = z.object({
  requestId: uuid,
  kind: z.enum(PRODUCT_KINDS),
  makerName: z.string(),
  reason: z.string(),
  madeAt: instant,
  expiresAt: instant,
  isMine: z.boolean(),
  isMineToDecide: z.boolean(),
  /** The proposal without its kind. */
  detail: z.record(z.string(), z.unknown()),
});

/** Open requests about products, scorecards, coupons and settings, oldest first. */
export const productRequests = call({
  method: 'GET',
  path: '/staff/products/requests',
  who: { permission: 'products.read' },
  response: listPage(request),
});
