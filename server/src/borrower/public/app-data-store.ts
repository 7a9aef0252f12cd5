import type { BusinessDay } from '@noren/core/money/time';
import type { Db } from '../../platform/db/db.ts';

/** What the lender switches without a new version of the program. */
export async function readAppSettings(db: Db): Promise<{ gpGuideShow: boolean }> {
  return db.selectFrom('app_settings').select('gpGuideShow').executeTakeFirstOrThrow();
}

/** The carousel's cards of a day, in order. */
export async function readCarouselCards(db: Db, day: BusinessDay) {
  return db
    .selectFrom('carousel_cards')
    .select(['cardId', 'target', 'texts'])
    .where('effectiveFrom', '<=', day)
    .where((where) => where.or([where('effectiveTo', 'is', null), where('effectiveTo', '>=', day)]))
    .orderBy('position')
    .execute();
}
