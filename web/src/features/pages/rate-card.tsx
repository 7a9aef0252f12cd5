import { type KfsLine, kfsLabel, kfsValue } from '@noren/contract/kfs-value';
import type { CardProduct } from '@noren/contract/public-pages';
import { rateCard } from '@noren/contract/public-pages';
import { useCall } from '../../api/hooks.tsx';
import { formatDay, formatMoney, formatPercent } from '../../i18n/format.ts';
import { formatList } from '../../i18n/format-list.ts';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { Card, Row } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { QuarterCard } from './quarter-card.tsx';

/** The prices in force and what the loans of the last quarters cost, readable signed out. */
export function RateCard() {
  const t = useT();
  const { isSignedIn } = useSession();
  const call = useCall(rateCard, {});
  const { data } = call;

  return (
    <Page
      title={t('rates.title')}
      heading="large"
      right={isSignedIn ? <HelpButton /> : <LanguageSwitch />}
    >
      {data ? (
        <>
          <Text>{t('rates.lead', { day: formatDay(data.day) })}</Text>
          {data.products.map((product) => (
            <Product key={product.code} product={product} />
          ))}
          <h2>{t('rates.quarters')}</h2>
          {data.quarters.length === 0 && <Text>{t('rates.waiting')}</Text>}
          {data.quarters.map((quarter) => (
            <QuarterCard key={quarter.first} quarter={quarter} />
          ))}
        </>
      ) : (
        <NotLoaded call={call}>
          <Skeleton height={30} />
        </NotLoaded>
      )}
    </Page>
  );
}

function Product({ product }: { product: CardProduct }) {
  const t = useT();
  const { name, tenorDays, minPrincipalPaise, maxPrincipalPaise, apr, extension } = product;
  const title = t('rates.choice', { name, days: tenorDays });
  const range = (least: string, most: string) =>
    least === most ? least : t('rates.range', { least, most });

  return (
    <Stack gap={2} as="section">
      <h2>{title}</h2>
      <Card rows label={title}>
        <Row
          label={t('rates.amount')}
          value={range(
            formatMoney(minPrincipalPaise, 'whole'),
            formatMoney(maxPrincipalPaise, 'whole'),
          )}
        />
        <Row
          strong
          label={t('kfs.row.apr')}
          value={range(
            formatPercent(apr.leastHundredths * 100),
            formatPercent(apr.mostHundredths * 100),
          )}
        />
        {listCharges(product).map((line) => (
          <Row key={line.id} label={kfsLabel(line, t)} value={kfsValue(line, t)} />
        ))}
        <Row
          label={t('rates.extension_days')}
          value={formatList(
            extension.days.map((days) => t('kfs.days', { days })),
            'or',
          )}
        />
        <Row label={t('rates.extension_times')} value={String(extension.maxTimes)} />
      </Card>
    </Stack>
  );
}

const DAYS_A_YEAR = 365;

/** The charges of a product, in the words of its Key Facts Statement. */
function listCharges(product: CardProduct): readonly KfsLine[] {
  const { interestPpmPerDay, penal, extension } = product;
  const percent = (id: string, value: number, note?: string): KfsLine => ({
    id,
    kind: 'percent',
    value,
    note,
  });
  const days = (id: string, value: number): KfsLine => ({ id, kind: 'days', value });
  const choice = (id: string, value: string): KfsLine => ({ id, kind: 'choice', value });

  return [
    percent('interestPerDay', interestPpmPerDay),
    percent('interestPerYear', interestPpmPerDay * DAYS_A_YEAR),
    percent('processingFeeRate', product.feePpm, 'of-principal-plus-gst'),
    percent('gstRate', product.gstPpm),
    percent('penalChargePerDay', penal.ppmPerDay, 'of-overdue-principal-and-interest'),
    days('penalGraceDays', penal.graceDays),
    days('penalMaxDays', penal.maxDays),
    choice('foreclosureCharges', 'none'),
    days('coolingOff', product.coolingOffDays),
    choice('feeOnReturn', product.isFeeKeptOnReturn ? 'kept' : 'given-back'),
    percent('extensionFee', extension.feePpm, 'of-principal-plus-gst'),
  ];
}
