import type { AnswerOf } from '@noren/contract/call';
import type { CardProduct, QuarterOfRates, rateCard } from '@noren/contract/public-pages';
import { aprRange, LEAST_LOANS_PUBLISHED, quarterOn } from '@noren/core/lending/rate-card';
import type { ProductTerms } from '@noren/core/lending/terms';
import { type Paise, paise } from '@noren/core/money/money';
import { type BusinessDay, toBusinessDay } from '@noren/core/money/time';
import { offeredProducts } from '../../lending/credit/offered-products.ts';
import {
  ALL_PRODUCTS,
  listQuarterRates,
  type QuarterRates,
} from '../../lending/rate-card/quarter-rates-store.ts';
import type { Ctx } from '../../platform/http/handler.ts';

/** Two years. */
const QUARTERS_SHOWN = 8;

/** The prices in force today, and what the loans of the last quarters cost. */
export async function readRateCard({ deps, today }: Ctx): Promise<AnswerOf<typeof rateCard>> {
  const products = await offeredProducts(deps.db, today);
  const most = paise(deps.appConfig.maxLoanPaise);
  const names = new Map(products.map(({ code, name }) => [code, name]));
  const stored = await listQuarterRates(deps.db, QUARTERS_SHOWN);
  const quarters = Map.groupBy(stored, ({ firstDay }) => firstDay);

  return {
    day: today,
    products: products.map((product) => cardProduct(product, today, most)),
    quarters: [...quarters.values()].map((rates) => quarterView(rates, names)),
  };
}

function cardProduct(product: ProductTerms, today: BusinessDay, mostLent: Paise): CardProduct {
  const { code, name, tenorDays, interestPpmPerDay, feePpm, gstPpm, penal } = product;
  const { least, most } = aprRange(product, today, mostLent);

  return {
    code,
    name,
    tenorDays,
    minPrincipalPaise: product.minPrincipal,
    maxPrincipalPaise: Math.min(product.maxPrincipal, mostLent),
    interestPpmPerDay,
    feePpm,
    gstPpm,
    apr: { leastHundredths: least, mostHundredths: most },
    penal,
    coolingOffDays: product.coolingOffDays,
    isFeeKeptOnReturn: product.isFeeKeptOnReturn,
    extension: {
      feePpm: product.extension.feePpm,
      days: [...product.extension.days],
      maxTimes: product.extension.maxTimes,
    },
  };
}

/** A quarter's rates, without those of so few loans that they could be traced to one person. */
function quarterView(
  rates: readonly QuarterRates[],
  names: ReadonlyMap<string, string>,
): QuarterOfRates {
  const [all] = rates as readonly [QuarterRates, ...QuarterRates[]];
  const published = rates.filter(({ loans }) => loans >= LEAST_LOANS_PUBLISHED);

  return {
    ...quarterOn(all.firstDay),
    computedOn: toBusinessDay(all.computedAt),
    loans: all.loans === 0 ? 'none' : published.length === 0 ? 'few' : 'published',
    rates: published.map((row) => ({
      productName:
        row.productCode === ALL_PRODUCTS ? null : (names.get(row.productCode) ?? row.productCode),
      aprHundredths: toRange(row.aprLeast, row.aprAverage, row.aprMost),
      interestPpmPerYear: toRange(row.interestLeast, row.interestAverage, row.interestMost),
    })),
  };
}

const toRange = (least: number | null, average: number | null, most: number | null) => ({
  least: least ?? 0,
  average: average ?? 0,
  most: most ?? 0,
});
