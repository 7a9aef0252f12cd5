import type { CarouselCard } from '@noren/contract/public';
import { regulatoryRowOn } from '@noren/core/lending/terms';
import { offeredProducts } from '../../lending/offered-products.ts';
import type { Ctx } from '../../platform/http/handler.ts';
import { say } from '../../platform/translations/translations.ts';

/** The cards that explain how lending works, filled from today's products and regulations. */
export async function carouselCards({ deps, language, today }: Ctx): Promise<CarouselCard[]> {
  const products = await offeredProducts(deps.db, today);
  const returnDays = Math.min(...products.map((product) => product.coolingOffDays));
  const answerDays = regulatoryRowOn('complaintAnswerDays', today).value;
  const cards: [CarouselCard['cardId'], CarouselCard['target'], Record<string, string | number>][] = [
    ['price', 'documents', {}],
    ...(Number.isFinite(returnDays) ? [['return', 'service', { days: returnDays }] as (typeof cards)[number]] : []),
    ['payee', 'officers', { lender: deps.appConfig.lender.name }],
    ['complaint', 'officers', { days: answerDays }],
  ];
  return cards.map(([cardId, target, values]) => ({
    cardId,
    title: say(language, `carousel.${cardId}` as 'carousel.price', values),
    text: say(language, `carousel.${cardId}_text` as 'carousel.price_text', values),
    target,
  }));
}
