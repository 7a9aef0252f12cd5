import { makeSecret } from '../../platform/crypto/secret.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { carouselCards } from './carousel.ts';
import { readFairPracticeCode } from './fair-practice-code.ts';
import { readGrievance } from './grievance.ts';
import { readRateCard } from './rate-card.ts';

/** 32 random bytes, base64url. */
const DRAFT_COOKIE = /^[\w-]{43}$/;

/** Calls available without signing in. */
export const publicHandlers = {
  appConfig: async ({ deps }) => deps.readAppConfig(),
  sealKey: async ({ deps }) => deps.sealer.current,
  async draftKey({ deps, draftCookie, setDraftCookie }) {
    const isKnown = draftCookie !== undefined && DRAFT_COOKIE.test(draftCookie);
    const value = isKnown ? draftCookie : makeSecret();
    if (!isKnown) setDraftCookie(value);
    return { key: deps.crypto.deriveKey('draft key', value).toString('base64url') };
  },
  carousel: async (ctx) => ({ details: await carouselCards(ctx) }),
  grievance: readGrievance,
  rateCard: readRateCard,
  fairPracticeCode: readFairPracticeCode,
} satisfies Partial<Handlers>;
