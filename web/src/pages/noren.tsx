import { certifiedStatus, homeFor } from '@noren/core/status';
import { Link } from 'react-router';
import { formatMoney, formatPercent } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { Rich } from '../i18n/rich.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card, Row } from '../ui/card.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { NorenCurtain } from '../ui/noren-curtain.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { StepList, type StepState } from '../ui/steps.tsx';
import { Figure } from '../ui/text.tsx';
import style from './noren.module.css';

/** What the landing page says about prices: from the server's app config. Amounts in paise, rates in ppm, APR in hundredths of a percent. */
export type LandingOffer = {
  maxAmount: number;
  days: { from: number; to: number };
  leastDailyRatePpm: number;
  lender: string;
  example: {
    amount: number;
    days: number;
    received: number;
    fee: number;
    gst: number;
    interest: number;
    repaid: number;
    aprHundredths: number;
  };
};

type Props = {
  /** Undefined while it loads, null when it failed. */
  offer: LandingOffer | null | undefined;
  onRetry?: () => void;
  signedIn: boolean;
  /** Undefined when signed out or not known yet. */
  bizStatus?: number | undefined;
};

/** The landing page: what can be borrowed, what it costs in all, where the user stands, one way on. */
export function Noren({ offer, onRetry, signedIn, bizStatus }: Props) {
  const t = useT();
  return (
    <Page
      title="Noren"
      heading="hidden"
      bar={false}
      footer={<Footer {...{ offer, signedIn, bizStatus }} />}
      top={<NorenCurtain />}
    >
      <div className={style.top}>
        <b className={style.name}>Noren</b>
        <LanguageSwitch />
      </div>
      {offer ? (
        <Prices offer={offer} />
      ) : offer === null ? (
        <ErrorState title={t('noren.failed')} {...(onRetry && { onRetry })} />
      ) : (
        <Skeleton height={17} />
      )}
      <section aria-label={t('noren.steps')}>
        <StepList items={stepsOf({ signedIn, bizStatus }, t)} />
      </section>
    </Page>
  );
}

function Prices({ offer }: { offer: LandingOffer }) {
  const t = useT();
  const { example } = offer;
  return (
    <>
      <Figure
        label={t('noren.borrow_up_to')}
        value={formatMoney(offer.maxAmount, 'whole')}
        note={
          <Rich
            id="noren.terms"
            values={{ from: offer.days.from, to: offer.days.to, rate: formatPercent(offer.leastDailyRatePpm) }}
            parts={{ rate: (text) => <b>{text}</b> }}
          />
        }
      />
      <Card>
        <p className={style.example}>
          {t('noren.example', { amount: formatMoney(example.amount, 'whole'), days: example.days })}
        </p>
        <div className={style.rows}>
          <Row strong label={t('noren.receive')} value={formatMoney(example.received)} />
          <Row
            strong
            label={t('noren.charges', {
              fee: formatMoney(example.fee, 'whole'),
              gst: formatMoney(example.gst, 'whole'),
              interest: formatMoney(example.interest, 'whole'),
            })}
            value={formatMoney(example.fee + example.gst + example.interest)}
          />
          <Row strong label={t('noren.repay')} value={formatMoney(example.repaid)} />
          <Row strong label={t('noren.apr')} value={formatPercent(example.aprHundredths * 100)} />
        </div>
      </Card>
    </>
  );
}

function Footer({ offer, signedIn, bizStatus }: Pick<Props, 'offer' | 'signedIn' | 'bizStatus'>) {
  const t = useT();
  const certified = bizStatus !== undefined && bizStatus >= certifiedStatus;
  const label = !signedIn ? t('noren.start') : certified ? t('noren.see_loans') : t('noren.continue');
  return (
    <>
      <ButtonLink to={continueAt(signedIn, bizStatus)}>{label}</ButtonLink>
      <p className={style.legal}>
        {offer && <span>{t('noren.lender', { lender: offer.lender })}</span>}
        <Link to="/privacy-policy">{t('noren.privacy')}</Link>
        <Link to="/privacy-policy?part=grievance">{t('noren.grievance')}</Link>
      </p>
    </>
  );
}

/** Where the one button leads: to sign in, to the step the user stands at, or to the products. */
function continueAt(signedIn: boolean, bizStatus: number | undefined): string {
  if (!signedIn) return '/login';
  if (bizStatus === undefined) return '/identity-auth';
  const next = homeFor(bizStatus);
  // Who has not begun is sent to the certification's introduction, not back to this page.
  return next === '/noren' ? '/identity-auth' : next;
}

function stepsOf({ signedIn, bizStatus = 0 }: Pick<Props, 'signedIn' | 'bizStatus'>, t: ReturnType<typeof useT>) {
  const reached = !signedIn ? 0 : bizStatus < certifiedStatus ? 1 : 2;
  const state = (place: number): StepState => (place < reached ? 'done' : place === reached ? 'now' : 'todo');
  return [
    { label: t('noren.step_register'), state: state(0) },
    { label: t('noren.step_certification'), aside: t('noren.minutes', { minutes: 5 }), state: state(1) },
    { label: t('noren.step_loan'), state: state(2) },
  ];
}

/** The route's screen; it stands on the prices the server publishes. */
export function NorenScreen() {
  return <Noren offer={undefined} signedIn={false} />;
}
