import { useT } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Alert } from '../../ui/feedback/trouble.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { OverdueCallout } from './order-callouts.tsx';
import type { Trouble } from './use-offer.ts';

/** The screen where the user can fix it. */
const MENDED_AT = {
  account: { to: '/modify-bank-info', words: 'loans.see_account' },
  consent: { to: '/data/consents', words: 'loans.see_consents' },
} as const;

/** `onRetry` is omitted when another request cannot succeed. */
type Props = { trouble: Trouble; onRetry: (() => void) | undefined; busy: boolean };

/** Why there is no offer, with a next step. */
export function OfferTrouble(props: Props) {
  if (props.trouble.kind === 'none') return null;
  return (
    <Alert>
      <TroubleCallout {...props} />
    </Alert>
  );
}

function TroubleCallout({ trouble, onRetry, busy }: Props) {
  const t = useT();
  const { onboardingStatus } = useSession();

  switch (trouble.kind) {
    case 'none':
      return null;
    case 'locked':
      return <OverdueCallout repayId={onboardingStatus?.repayId ?? undefined} />;
    case 'gone':
      return (
        <Callout
          tone="due"
          title={t('loans.gone')}
          text={t(onRetry ? 'loans.gone_text' : 'loans.over_text')}
          action={
            onRetry && (
              <Button kind="quiet" busy={busy} onClick={onRetry}>
                {t('loans.ask_again')}
              </Button>
            )
          }
        />
      );
    case 'account':
    case 'consent': {
      const { to, words } = MENDED_AT[trouble.kind];

      return (
        <Callout
          tone="due"
          title={trouble.text}
          action={
            <ButtonLink kind="quiet" to={to}>
              {t(words)}
            </ButtonLink>
          }
        />
      );
    }
    case 'message':
      return <Callout tone="bad" title={trouble.text} />;
    default: {
      const missing: never = trouble;
      throw new RangeError(`unknown trouble: ${missing}`);
    }
  }
}
