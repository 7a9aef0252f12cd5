import type { Product } from '@noren/contract/loans';
import { formatMoney, formatPercent, formatRate } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Stack } from '../../ui/layout/text.tsx';
import { Link } from '../../ui/routing/router.tsx';
import { useHiddenAmounts } from './hidden-amounts.tsx';
import style from './product-cards.module.css';

/** The products, each with its full price. */
export function ProductCards({ products }: { products: readonly Product[] }) {
  const t = useT();
  if (products.length === 0) return <EmptyState title={t('home.no_products')} text={t('home.no_products_text')} />;
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

/** Name, days, range, price and lender; the whole card is a link if the user may take the loan. */
function ProductCard({ product }: { product: Product }) {
  const t = useT();
  const isOffered = product.isOpen && product.offeredPaise > 0;
  const content = (
    <>
      <div className={style.head}>
        <h3>{product.productName}</h3>
        <span>{t('loans.days', { days: product.tenorDays })}</span>
      </div>
      <span className={style.range}>
        <Range product={product} isOffered={isOffered} />
      </span>
      <span className={style.small}>
        {t('home.price_line', {
          interest: formatPercent(product.interestPpmPerDay),
          fee: formatRate(product.feePpm),
          apr: formatPercent(product.example.aprHundredths * 100),
          amount: formatMoney(product.example.principalPaise, 'whole'),
        })}
      </span>
      <span className={style.small}>{t('home.lender', { lender: product.lenderName })}</span>
    </>
  );
  if (isOffered) {
    return (
      <Link className={`${style.card} ${style.open}`} to={`/loan?product=${encodeURIComponent(product.productCode)}`}>
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

function Range({ product, isOffered }: { product: Product; isOffered: boolean }) {
  const t = useT();
  const isHidden = useHiddenAmounts();
  return t('home.range', {
    from: formatMoney(product.leastPaise, 'whole'),
    // The maximum for this user would reveal their limit.
    to: isHidden && isOffered ? '₹••••' : formatMoney(isOffered ? product.offeredPaise : product.mostPaise, 'whole'),
  });
}
