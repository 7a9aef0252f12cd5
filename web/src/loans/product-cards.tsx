import type { Product } from '@noren/contract/loans';
import { formatMoney, formatPercent, formatRate } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card, Row } from '../ui/card.tsx';
import { Chip } from '../ui/notice.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Stack, Text } from '../ui/text.tsx';
import { useHiddenAmounts } from './hidden-amounts.tsx';
import style from './product-cards.module.css';

/** What may be borrowed, each with its whole price. */
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

function ProductCard({ product }: { product: Product }) {
  const t = useT();
  const isHidden = useHiddenAmounts();
  const isOffered = product.isOpen && product.offeredPaise > 0;
  const most = isOffered ? product.offeredPaise : product.mostPaise;
  return (
    <Card label={product.productName}>
      <div className={style.head}>
        <h3>{product.productName}</h3>
        <Chip>{t('loans.days', { days: product.tenorDays })}</Chip>
      </div>
      <p className={style.range}>
        {t('home.range', {
          from: formatMoney(product.leastPaise, 'whole'),
          // What this user may take tells their limit.
          to: isHidden && isOffered ? '₹••••' : formatMoney(most, 'whole'),
        })}
      </p>
      <Text>{t('home.lender', { lender: product.lenderName })}</Text>
      <div className={style.price}>
        <Row label={t('home.interest_per_day')} value={formatPercent(product.interestPpmPerDay)} />
        <Row
          label={t('home.fee')}
          value={t('home.fee_and_gst', { fee: formatRate(product.feePpm), gst: formatRate(product.gstPpm) })}
        />
        <Row
          label={t('home.apr_on', { amount: formatMoney(product.example.principalPaise, 'whole') })}
          value={formatPercent(product.example.aprHundredths * 100)}
        />
      </div>
      {isOffered ? (
        <ButtonLink kind="ghost" to={`/loan?product=${encodeURIComponent(product.productCode)}`}>
          {t('home.choose_amount')}
          <span className="visually-hidden">, {product.productName}</span>
        </ButtonLink>
      ) : (
        <Text tone="ink">{product.closedBecause ?? t('home.not_open')}</Text>
      )}
    </Card>
  );
}
