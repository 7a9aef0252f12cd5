import type { AppConfig } from '@noren/contract/public';
import { homeFor, tabTarget, UserStatus } from '@noren/core/people/status';
import { useSyncExternalStore } from 'react';
import { useAppConfig } from '../../api/config.ts';
import { formatMoney, formatPercent } from '../../i18n/format.ts';
import { loadAllTexts, useT } from '../../i18n/index.ts';
import { Rich } from '../../i18n/rich.tsx';
import { AFTER_SIGN_IN, readDraft } from '../../session/drafts.ts';
import { useSession } from '../../session/session.ts';
import { LanguageOffer } from '../../shared/navigation/language-offer.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Card, Row } from '../../ui/layout/card.tsx';
import { NorenCurtain } from '../../ui/layout/noren-curtain.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { StepList, type StepState } from '../../ui/layout/steps.tsx';
import { TabBar } from '../../ui/layout/tab-bar.tsx';
import { Figure, Text } from '../../ui/layout/text.tsx';
import { createResource, useResource } from '../../ui/routing/resource.ts';
import { Link } from '../../ui/routing/router.tsx';
import style from './noren.module.css';

/** Signed out, every tab leads to the login. Source: specification §2 "Bottom tab bar". */
const VISITOR_TABS = {
  home: tabTarget('home', undefined),
  order: tabTarget('order', undefined),
  profile: tabTarget('profile', undefined),
};

/** The navigation for signed-in users, not loaded for visitors. */
const signedInParts = createResource(async () => {
  const [{ AppTabs }, { HelpButton }] = await Promise.all([
    import('../../shared/navigation/app-tabs.tsx'),
    import('../../shared/help/help.tsx'),
    loadAllTexts(),
  ]);
  return { AppTabs, HelpButton };
});

/** Optional on this page: the button leads to screens that have them. */
const useSignedInParts = () => useResource(signedInParts).value;

type Props = {
  /**
   * Prices and lender as the server publishes them. Undefined while they load, null when that
   * failed.
   */
  config: AppConfig | null | undefined;
  onRetry?: () => void;
  signedIn: boolean;
  /** Undefined when signed out or not loaded yet. */
  bizStatus?: number | undefined;
};

/** The landing page: products, their full price, the user's progress, one button. */
export function Noren({ config, onRetry, signedIn, bizStatus }: Props) {
  const t = useT();

  return (
    <Page
      title="Noren"
      heading="hidden"
      bar={false}
      footer={<Footer {...{ signedIn, bizStatus }} />}
      tabs={signedIn ? <Tabs bizStatus={bizStatus} /> : <TabBar hrefs={VISITOR_TABS} />}
      top={<NorenCurtain />}
    >
      <div className={style.body}>
        <div className={style.top}>
          <b className={style.name}>Noren</b>
          <LanguageSwitch />
          {signedIn && <Help />}
          <LanguageOffer />
        </div>
        {config ? (
          <Prices config={config} />
        ) : config === null ? (
          <ErrorState title={t('noren.failed')} {...(onRetry && { onRetry })} />
        ) : (
          <PricesSkeleton />
        )}
        <section aria-label={t('noren.steps')}>
          <StepList across items={listSteps({ signedIn, bizStatus }, t)} />
        </section>
        <Legal config={config} />
      </div>
    </Page>
  );
}

/** The tab bar; its space is reserved while it loads, so that the button above it does not move. */
function Tabs({ bizStatus = 0 }: Pick<Props, 'bizStatus'>) {
  const ways = useSignedInParts();

  return (
    <div className={style.tabs}>
      {/* For a certified user Home is another screen. */}
      {ways && <ways.AppTabs {...(bizStatus < UserStatus.certified && { current: 'home' })} />}
    </div>
  );
}

function Help() {
  const ways = useSignedInParts();
  return <span className={style.help}>{ways && <ways.HelpButton />}</span>;
}

function Prices({ config }: { config: AppConfig }) {
  const t = useT();
  const { terms } = config;

  return (
    <>
      <Figure
        label={t('noren.borrow_up_to')}
        value={formatMoney(config.maxLoanPaise, 'whole')}
        note={
          terms && (
            <Rich
              id="noren.terms"
              values={{
                from: terms.tenorDays.least,
                to: terms.tenorDays.most,
                rate: formatPercent(terms.interestPpmPerDayFrom),
              }}
              parts={{ rate: (text) => <b>{text}</b> }}
            />
          )
        }
      />
      {terms?.hasRegularOnly && <Text>{t('noren.regular_only')}</Text>}
      {terms?.example && <ExampleCard example={terms.example} />}
    </>
  );
}

type Example = NonNullable<NonNullable<AppConfig['terms']>['example']>;

/** What a first loan costs, in full. */
function ExampleCard({ example }: { example: Example }) {
  const t = useT();

  return (
    <Card>
      <p className={style.example}>
        {t('noren.example', {
          amount: formatMoney(example.principalPaise, 'whole'),
          days: example.tenorDays,
        })}
      </p>
      <div className={style.rows}>
        <Row strong label={t('noren.receive')} value={formatMoney(example.netPaise)} />
        <Row
          strong
          label={t('noren.charges', {
            fee: formatMoney(example.feePaise, 'whole'),
            gst: formatMoney(example.gstPaise, 'whole'),
            interest: formatMoney(example.interestPaise, 'whole'),
          })}
          value={formatMoney(example.feePaise + example.gstPaise + example.interestPaise)}
        />
        <Row strong label={t('noren.repay')} value={formatMoney(example.totalPaise)} />
        <Row strong label={t('noren.apr')} value={formatPercent(example.aprHundredths * 100)} />
      </div>
    </Card>
  );
}

/** A placeholder of the prices' size, so that nothing below moves when they load. */
function PricesSkeleton() {
  return (
    <>
      <Skeleton height={6.5} />
      <Skeleton height={11} />
    </>
  );
}

const neverChanges = () => () => undefined;
/** Whether a notification was tapped, which is opened after signing in. */
const hasPlaceAfterSignIn = (): boolean => readDraft(AFTER_SIGN_IN)['place'] !== undefined;

function Footer({ signedIn, bizStatus }: Pick<Props, 'signedIn' | 'bizStatus'>) {
  const t = useT();
  // False on the server, which renders the page for everybody.
  const hasPlaceToOpen = useSyncExternalStore(neverChanges, hasPlaceAfterSignIn, () => false);
  const certified = bizStatus !== undefined && bizStatus >= UserStatus.certified;

  const label = !signedIn
    ? t('noren.start')
    : certified
      ? t('noren.see_loans')
      : t('noren.continue');

  return (
    <>
      {hasPlaceToOpen && !signedIn && <Text tone="ink">{t('noren.open_after_sign_in')}</Text>}
      <ButtonLink to={continuePath(signedIn, bizStatus)}>{label}</ButtonLink>
    </>
  );
}

/** At the end of the page: whose money it is, what it costs, the rules, whom to complain to. */
function Legal({ config }: Pick<Props, 'config'>) {
  const t = useT();

  return (
    <p className={style.legal}>
      {config && (
        <span className={style.lender}>{t('noren.lender', { lender: config.lender.name })}</span>
      )}
      <Link to="/rate-card">{t('noren.rates')}</Link>
      <Link to="/fair-practice">{t('noren.fair')}</Link>
      <Link to="/privacy-policy">{t('noren.privacy')}</Link>
      <Link to="/grievance">{t('noren.grievance')}</Link>
    </p>
  );
}

/** The target of the button: sign-in, the user's current step, or the products. */
function continuePath(signedIn: boolean, bizStatus: number | undefined): string {
  if (!signedIn) return '/login';
  if (bizStatus === undefined) return '/identity-auth';

  const next = homeFor(bizStatus);
  // A user who has not started goes to the certification's overview, not back to this page.
  return next === '/noren' ? '/identity-auth' : next;
}

/** The sum of the certification parts' durations. */
const CERTIFICATION_MINUTES = 9;

function listSteps(
  { signedIn, bizStatus = 0 }: Pick<Props, 'signedIn' | 'bizStatus'>,
  t: ReturnType<typeof useT>,
) {
  const reached = !signedIn ? 0 : bizStatus < UserStatus.certified ? 1 : 2;
  const state = (index: number): StepState =>
    index < reached ? 'done' : index === reached ? 'now' : 'todo';

  return [
    { label: t('noren.step_register'), state: state(0) },
    {
      label: t('noren.step_certification'),
      aside: t('noren.minutes', { minutes: CERTIFICATION_MINUTES }),
      state: state(1),
    },
    { label: t('noren.step_loan'), state: state(2) },
  ];
}

/** The route's screen, with the prices from the served page. */
export function NorenScreen() {
  const { isSignedIn, onboardingStatus } = useSession();
  const { config, retry } = useAppConfig();

  return (
    <Noren
      config={config}
      onRetry={retry}
      signedIn={isSignedIn}
      bizStatus={onboardingStatus?.bizStatus}
    />
  );
}
