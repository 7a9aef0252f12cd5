import type { Quote } from '@noren/core/lending/offer';
import {
  PRODUCT_FACTS,
  previewQuotes,
  productDifferences,
} from '@noren/core/lending/product-preview';
import type { ProductTerms } from '@noren/core/lending/terms';
import { type BusinessDay, formatDay } from '@noren/core/money/time';
import { productTexts } from '../../texts/products.ts';
import { Badge } from '../../ui/badge.tsx';
import { moneyText } from '../../ui/figures.tsx';
import { Panel } from '../../ui/layout.tsx';
import { factText } from './fact-text.ts';
import style from './products.module.css';

interface FactsTableProps {
  readonly label: string;
  /** Without one, only `after` is shown. */
  readonly before: ProductTerms | undefined;
  readonly after: ProductTerms;
  /** Column headings. */
  readonly names: readonly [before: string, after: string];
}

/** Terms of one version, or of two side by side with differences marked. */
export function FactsTable({ label, before, after, names }: FactsTableProps) {
  const changed = new Set(before === undefined ? [] : productDifferences(before, after));

  return (
    <table className={style.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{productTexts.fact}</th>
          {before && (
            <th scope="col" data-align="right">
              {names[0]}
            </th>
          )}
          <th scope="col" data-align="right">
            {names[1]}
          </th>
          {before && <td />}
        </tr>
      </thead>
      <tbody>
        {PRODUCT_FACTS.map((fact) => (
          <tr key={fact} data-changed={changed.has(fact) || undefined}>
            <th scope="row">{productTexts.facts[fact]}</th>
            {before && <td data-align="right">{factText(before, fact)}</td>}
            <td data-align="right">{factText(after, fact)}</td>
            {before && (
              <td>{changed.has(fact) && <Badge tone="soon">{productTexts.differs}</Badge>}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface KeyFactsProps {
  readonly terms: ProductTerms;
  readonly day: BusinessDay;
}

const HEADS = [
  'principal',
  'feeHead',
  'gstHead',
  'netHead',
  'interestHead',
  'totalHead',
  'apr',
] as const;

/** Key facts of the version at five amounts, priced by core. */
export function KeyFacts({ terms, day }: KeyFactsProps) {
  const quotes = previewQuotes(terms, day);

  return (
    <Panel title={productTexts.keyFacts} about={productTexts.keyFactsAbout(formatDay(day))} isFlush>
      {quotes === null ? (
        <p className={style.note}>{productTexts.noKeyFacts}</p>
      ) : (
        <QuoteTable quotes={quotes} />
      )}
    </Panel>
  );
}

function QuoteTable({ quotes }: { readonly quotes: readonly Quote[] }) {
  return (
    <table className={style.table} aria-label={productTexts.keyFacts}>
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col" data-align="right">
              {productTexts[head]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {quotes.map((quote) => (
          <tr key={quote.principal}>
            {formatFigures(quote).map((figure, at) => (
              <td key={HEADS[at]} data-align="right">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatFigures(quote: Quote): readonly string[] {
  const { principal, fee, gst, netDisbursed, interest, totalRepayable, aprHundredths } = quote;
  const amounts = [principal, fee, gst, netDisbursed, interest, totalRepayable].map((amount) =>
    moneyText(amount, true),
  );

  return [...amounts, `${(aprHundredths / 100).toFixed(2)}%`];
}
