import { billList } from '@noren/contract/orders';
import { repayDetail } from '@noren/contract/repayment';
import { proofList } from '@noren/contract/servicing';
import { useCall } from '../../api/hooks.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState, NotLoaded } from '../../ui/feedback/states.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Navigate, useSearchParams } from '../../ui/routing/router.tsx';
import { isUnknownOrder, NothingToPay, UnknownOrder } from './nothing-to-pay.tsx';
import { ProofFormView } from './proof-form.tsx';

/** Proof of a missing payment, for the order in the address or one chosen here. */
export function UploadProofScreen() {
  const [search] = useSearchParams();
  const repayId = search.get('id');
  return repayId === null ? <ChooseOrder /> : <OfOrder key={repayId} repayId={repayId} />;
}

function OfOrder({ repayId }: { repayId: string }) {
  const t = useT();
  const detail = useCall(repayDetail, { params: { repayId }, query: {} });
  const sent = useCall(proofList, { params: { repayId } });

  if (detail.data && sent.data)
    return (
      <ProofFormView detail={detail.data} earlier={sent.data.details} back={`/repay/${repayId}`} />
    );

  const failed = [detail, sent].find(({ isError }) => isError);

  return (
    <Page title={t('proof.title')} back={`/repay/${repayId}`} right={<HelpButton />}>
      {isUnknownOrder(failed?.error) ? (
        <UnknownOrder />
      ) : failed?.error ? (
        <ErrorState
          text={failed.error.message}
          busy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <Skeleton height={16} />
      )}
    </Page>
  );
}

/** Chooses the order of the payment when the address names none. */
function ChooseOrder() {
  const t = useT();
  const running = useCall(billList, { query: { borrowType: '0' } });
  const owed = running.data?.details.filter(({ next }) => next === 'repay');
  const [only, ...others] = owed ?? [];
  if (only && others.length === 0)
    return <Navigate to={`/upload-voucher?id=${only.repayId}`} replace />;

  return (
    <Page title={t('proof.title')} right={<HelpButton />}>
      {owed && owed.length > 0 ? (
        <>
          <Text tone="ink">{t('proof.which')}</Text>
          <Card rows label={t('proof.which')}>
            {owed.map(({ repayId, productName, owedPaise }) => (
              <RowLink
                key={repayId}
                to={`/upload-voucher?id=${repayId}`}
                label={productName}
                note={t('proof.order', {
                  last4: repayId.slice(-4),
                  amount: formatMoney(owedPaise),
                })}
              />
            ))}
          </Card>
        </>
      ) : owed ? (
        <NothingToPay title={t('proof.none')} text={t('proof.none_text')} />
      ) : (
        <NotLoaded call={running}>
          <Skeleton height={10} />
        </NotLoaded>
      )}
    </Page>
  );
}
