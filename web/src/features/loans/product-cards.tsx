import type { Product } from '@noren/contract/loans';
import { useId } from 'react';
import { formatMoney, formatPercent, formatRate } from '../../i18n/format.ts';
import { formatList } from '../../i18n/format-list.ts';
import { useT } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Link } from '../../ui/routing/router.tsx';
import { useHiddenAmounts } from './hidden-amounts.tsx';
import style from './product-cards.module.css';

/**
 * Names the lender, then lists the products in the server's order, each with its full price. Products
 * that the user cannot take now stand under "later".
 */
export function ProductCards({ products }: { products: readonly Product[] }) {
  const t = useT();
  const id = useId();
  const offeredProducts = products.filter(isOffered);
  const otherProducts = products.filter((product) => !isOffered(product));

  if (products.length === 0)
    return <EmptyState title={t('home.no_products')} text={t('home.no_products_text')} />;

  const lenders = [...new Set(products.map(({ lenderName }) => lenderName))];

  return (
    <>
      <Text size="sm">{t('home.lender', { lender: formatList(lenders) })}</Text>
      {offeredProducts.length > 0 && <CardList products={offeredProducts} />}
      {otherProducts.length > 0 && (
        <section className={style.later} aria-labelledby={id}>
          <h3 id={id}>{t('home.later')}</h3>
          <CardList products={otherProducts} />
        </section>
      )}
    </>
  );
}

function CardList({ products }: { products: readonly Product[] }) {
  return (
    <Stack gap={3} as="ul">
      {products.map((product) => (
        <li key={product.productCode}>
          <ProductCard product={product} />
        </li>
      ))}
    </Stack>
  );
}

const isOffered = ({ isOpen, offeredPaise }: Product): boolean => isOpen && offeredPaise > 0;

/** Name, days, range and price; the whole card is a link if the user may take the loan. */
function ProductCard({ product }: { product: Product }) {
  const t = useT();
  const content = (
    <>
      <div className={style.head}>
        {isOffered(product) ? <h3>{product.productName}</h3> : <h4>{product.productName}</h4>}
        <span>{t('loans.days', { days: product.tenorDays })}</span>
      </div>
      <span className={style.range}>
        <Range product={product} />
      </span>
      <span className={style.price}>
        {t('home.price_line', {
          interest: formatPercent(product.interestPpmPerDay),
          fee: formatRate(product.feePpm),
          apr: formatPercent(product.example.aprHundredths * 100),
          amount: formatMoney(product.example.principalPaise, 'whole'),
        })}
      </span>
    </>
  );

  if (isOffered(product)) {
    return (
      <Link
        className={`${style.card} ${style.open}`}
        to={`/loan?product=${encodeURIComponent(product.productCode)}`}
      >
        {content}
      </Link>
    );
  }

  return (
    <section className={style.card} aria-label={product.productName}>
      {content}
      <span className={style.closed}>{product.closedBecause ?? t('home.not_open')}</span>
    </section>
  );
}

function Range({ product }: { product: Product }) {
  const t = useT();
  const isHidden = useHiddenAmounts();
  const most = isOffered(product) ? product.offeredPaise : product.mostPaise;

  return t('home.range', {
    from: formatMoney(product.leastPaise, 'whole'),
    // The maximum for this user would reveal their limit.
    to: isHidden && isOffered(product) ? '₹••••' : formatMoney(most, 'whole'),
  });
}
