import type { CarouselCard } from '@noren/contract/public';
import { regulatoryRowOn } from '@noren/core/lending/terms';
import { offeredProducts } from '../../lending/credit/offered-products.ts';
import type { Ctx } from '../../platform/http/handler.ts';
import { say } from '../../platform/translations/translations.ts';
import { readCarouselCards } from './app-data-store.ts';

/**
 * The cards of the day; those with texts of the program are filled from today's products and
 * regulations.
 */
export async function carouselCards({ deps, language, today }: Ctx): Promise<CarouselCard[]> {
  const cards = await readCarouselCards(deps.db, today);
  const products = await offeredProducts(deps.db, today);
  const returnDays = Math.min(...products.map((product) => product.coolingOffDays));
  const values: Readonly<Record<string, Record<string, string | number>>> = {
    price: {},
    // Without a product there is nothing to return.
    ...(Number.isFinite(returnDays) && { return: { days: returnDays } }),
    payee: { lender: deps.appConfig.lender.name },
    complaint: { days: regulatoryRowOn('complaintAnswerDays', today).value },
  };

  return cards.flatMap(({ cardId, target, texts }) => {
    const own = texts?.[language] ?? texts?.en;
    if (own) return [{ cardId, target, ...own }];

    const filled = values[cardId];
    if (!filled) return [];

    const title = say(language, `carousel.${cardId}` as 'carousel.price', filled);

    return [
      {
        cardId,
        target,
        title,
        text: say(language, `carousel.${cardId}_text` as 'carousel.price_text', filled),
      },
    ];
  });
}
