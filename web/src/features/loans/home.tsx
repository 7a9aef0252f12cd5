import type { AnswerOf } from '@noren/contract/call';
import { creditInfo, productList } from '@noren/contract/loans';
import { type Bill, billList } from '@noren/contract/orders';
import { realName } from '@noren/contract/real-name';
import { OrderStatus } from '@noren/core/lending/order-status';
import { type ComponentType, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { refresh, useCall } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { LastOrder, useCacheLastOrder } from '../../pwa/last-order.tsx';
import { now } from '../../session/clock.ts';
import { wasPrompted } from '../../session/prompt-history.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { EVALUATION_EVERY_MS, useEvaluationMark } from '../../shared/loan/evaluation.ts';
import { useLevelText } from '../../shared/loan/level-text.ts';
import { AppTabs } from '../../shared/navigation/app-tabs.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState, NotLoaded } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { lazyWithPreload } from '../../ui/routing/lazy-with-preload.tsx';
import { pickGreeting, shortenName } from './greeting.ts';
import style from './home.module.css';
import { HomeCarousel } from './home-carousel.tsx';
import { LimitPanel } from './limit-panel.tsx';
import { LoanGuide } from './loan-guide.tsx';
import { OrderCallouts } from './order-callouts.tsx';
import { ProductCards } from './product-cards.tsx';
import { REFRESH_EVERY_MS, WaitingOrder } from './waiting-orders.tsx';

const EvaluationDialogs = lazyWithPreload(
  async () => (await import('../../shared/loan/evaluation-dialogs.tsx')).EvaluationDialogs,
);

const AutoApply = lazyWithPreload(async () => (await import('./auto-apply.tsx')).AutoApply);

const EvaluatingView = lazyWithPreload(async () =>
  before(Meanwhile, (await import('./evaluation.tsx')).EvaluatingView),
);

const DeclinedView = lazyWithPreload(async () =>
  before(HomeCarousel, (await import('./evaluation.tsx')).DeclinedView),
);

const ReviewView = lazyWithPreload(async () =>
  before(HomeCarousel, (await import('./evaluation.tsx')).ReviewView),
);

const LevelStep = lazyWithPreload(
  async () => (await import('../../shared/loan/level-step.tsx')).LevelStep,
);

const RenewalLine = lazyWithPreload(async () => (await import('./renewal-line.tsx')).RenewalLine);

const InstallOffer = lazyWithPreload(
  async () => (await import('../../pwa/install-prompt.tsx')).InstallOffer,
  {
    isOptional: true,
  },
);

/** A reviewer may decide or ask for a document while the borrower looks. */
const REVIEW_EVERY_MS = 5_000;

type Credit = AnswerOf<typeof creditInfo>;

/** Home: the limit, the orders to repay, the running payouts. */
export function HomeScreen() {
  const t = useT();
  const credit = useCall(creditInfo, { everyMs: howSoon });
  const bills = useCall(billList, {
    query: { borrowType: '0' },
    everyMs: (answer) => billsEvery(answer?.details),
  });

  useFreshLimit(bills.data?.details);
  useCacheLastOrder(bills);

  return (
    <Page
      title={t('ui.tab_home')}
      heading="top"
      top={(titleRef) => <Greeting titleRef={titleRef} />}
      tabs={<AppTabs current="home" />}
    >
      {/* Rendered together: a part that loads later would shift the content being read. */}
      {credit.isPending || bills.isPending ? (
        <HomeSkeleton />
      ) : (
        <HomeBody credit={credit} bills={bills} />
      )}
    </Page>
  );
}

interface HomeData {
  credit: ReturnType<typeof useCall<typeof creditInfo>>;
  bills: ReturnType<typeof useCall<typeof billList>>;
}

function HomeBody({ credit, bills }: HomeData) {
  const t = useT();

  return (
    <>
      {bills.data && (
        <OrderCallouts
          bills={bills.data.details}
          today={bills.data.businessDay}
          isLocked={credit.data?.isLocked ?? false}
        />
      )}
      {bills.data?.details.filter(isOnItsWay).map((bill) => (
        <WaitingOrder key={bill.repayId} bill={bill} />
      ))}
      {bills.isError && !bills.data && (
        <ErrorState
          title={t('orders.failed')}
          text={bills.error.message}
          busy={bills.isFetching}
          onRetry={() => void bills.refetch()}
        />
      )}
      {bills.isError && !bills.data && <LastOrder />}
      {credit.data ? (
        <CreditPart credit={credit.data} />
      ) : (
        credit.isError && (
          <ErrorState
            text={credit.error.message}
            busy={credit.isFetching}
            onRetry={() => void credit.refetch()}
          />
        )
      )}
    </>
  );
}

function CreditPart({ credit }: { credit: Credit }) {
  const mark = useEvaluationMark();
  const [wasWaiting, setWaited] = useState(false);

  // The result is shown once no application waits.
  if (credit.waiting !== null && !wasWaiting) setWaited(true);

  return (
    <>
      {(credit.state === 'evaluating' || mark !== undefined) && <EvaluationDialogs place="home" />}
      {wasWaiting && <AutoApply credit={credit} />}
      <CreditBody credit={credit} />
    </>
  );
}

function CreditBody({ credit }: { credit: Credit }) {
  switch (credit.state) {
    case 'evaluating':
      return <EvaluatingView waiting={credit.waiting} />;
    case 'declined':
      return <DeclinedView reasons={credit.reasons} again={credit.decideAgain} />;
    case 'review':
      return (
        <ReviewView
          reasons={credit.reasons}
          waiting={credit.waiting}
          requested={credit.requested}
        />
      );
    case 'approved':
      return (
        <>
          <LimitPanel credit={credit} />
          <Level credit={credit} />
          {credit.renewal && credit.renewal.state !== 'settled' && (
            <RenewalLine renewal={credit.renewal} />
          )}
          {/* A borrower with an overdue order is not offered new loans. */}
          {!credit.isLocked && <LoanGuide />}
          {/* It explains the borrower's protections, so a locked borrower sees it too. */}
          {credit.isLocked ? <HomeCarousel /> : <Recommended after={<HomeCarousel />} />}
          {!credit.isLocked && <InstallOnce />}
        </>
      );
    default: {
      const missing: never = credit.state;
      throw new RangeError(`unknown state of the limit: ${missing}`);
    }
  }
}

/** The identity level; with its step where it holds back a part of the limit. */
function Level({ credit: { identity, limitPaise } }: { credit: Credit }) {
  const text = useLevelText(identity);
  return identity.next !== null && identity.mostPaise < limitPaise ? (
    <LevelStep identity={identity} />
  ) : (
    <Text size="sm">{text}</Text>
  );
}

/**
 * Loads a view together with the part below it, so that no later part shifts the content being
 * read.
 */
function before<P extends object>(After: ComponentType<P>, View: ComponentType<P>) {
  return (props: P) => (
    <>
      <View {...props} />
      <After {...props} />
    </>
  );
}

function Meanwhile({ waiting }: Pick<Credit, 'waiting'>) {
  return (
    <>
      <HomeCarousel />
      <Recommended early={waiting ? 'home.look_replaces' : 'home.look_meanwhile_text'} />
    </>
  );
}

const QUESTION_AFTER_MS = 1_500;

/** Loaded after Home is shown, and not at all on a phone that was prompted before. */
function InstallOnce() {
  const [mayPrompt, setMayPrompt] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setMayPrompt(!wasPrompted('install')), QUESTION_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  return mayPrompt && <InstallOffer />;
}

type RecommendedProps = {
  early?: 'home.look_meanwhile_text' | 'home.look_replaces';
  /** The part below, shown once the products no longer move it. */
  after?: ReactNode;
};

/** The products; one can already be accepted while the limit is being evaluated. */
function Recommended({ early, after }: RecommendedProps) {
  const t = useT();
  const products = useCall(productList, { params: { param: 'home' } });

  return (
    <>
      <section className={style.products} aria-labelledby="recommended">
        <h2 id="recommended">{t(early ? 'home.look_meanwhile' : 'home.recommended')}</h2>
        {early && <Text>{t(early)}</Text>}
        {products.data ? (
          <ProductCards products={products.data.details} />
        ) : (
          <NotLoaded call={products}>
            <Skeleton height={9} />
          </NotLoaded>
        )}
      </section>
      {!products.isPending && after}
    </>
  );
}

function Greeting({ titleRef }: { titleRef: Ref<HTMLHeadingElement> }) {
  const t = useT();
  // A link session may not read the name before a code; a greeting is no reason to request one.
  const name = useCall(realName, { isOptional: true });
  const first = shortenName(name.data?.name ?? null);
  const greeting = t(pickGreeting(now()));

  return (
    <header className={style.top}>
      <div className={style.words}>
        <p>{first === null ? greeting : t('home.greeting_name', { greeting, name: first })}</p>
        <h1 ref={titleRef} tabIndex={-1} className={style.what}>
          {t('home.what')}
        </h1>
      </div>
      <HelpButton />
    </header>
  );
}

function HomeSkeleton() {
  return (
    <>
      <Skeleton height={11} />
      <Skeleton height={9} />
    </>
  );
}

function howSoon(credit: Credit | undefined): number | undefined {
  if (credit?.state === 'evaluating') return EVALUATION_EVERY_MS;
  return credit?.state === 'review' ? REVIEW_EVERY_MS : undefined;
}

const isOnItsWay = (bill: Bill): boolean =>
  bill.borrowStatus === OrderStatus.underReview || bill.borrowStatus === OrderStatus.disbursing;
const billsEvery = (bills: readonly Bill[] | undefined): number | undefined =>
  bills?.some(isOnItsWay) ? REFRESH_EVERY_MS : undefined;

/** Reloads the limit when an order changes its status. */
function useFreshLimit(bills: readonly Bill[] | undefined): void {
  const states = bills?.map((bill) => `${bill.repayId}:${bill.borrowStatus}`).join(' ');
  const before = useRef(states);

  useEffect(() => {
    if (before.current !== undefined && states !== undefined && before.current !== states)
      refresh(creditInfo, productList);
    before.current = states ?? before.current;
  }, [states]);
}
