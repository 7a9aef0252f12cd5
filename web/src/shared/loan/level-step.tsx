import type { IdentityLevelView } from '@noren/contract/loans';
import { formatMoney } from '../../i18n/format.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { useLevelText } from './level-text.ts';

type Step = NonNullable<IdentityLevelView['next']>['step'];

/** What raises the level, and the screen for it where the borrower acts. */
const STEPS: Record<Step, { text: TextId; act?: { to: string; text: TextId } }> = {
  confirm_identity: { text: 'level.step_confirm_identity' },
  send_card_code: {
    text: 'level.step_send_card_code',
    act: { to: '/send-again', text: 'level.act_send_card_code' },
  },
  await_review: { text: 'level.step_await_review' },
  await_pan: { text: 'level.step_await_pan' },
  correct_pan: {
    text: 'level.step_correct_pan',
    act: { to: '/send-again', text: 'level.act_correct_pan' },
  },
  meet_lender: {
    text: 'level.step_meet_lender',
    act: { to: '/customer-service', text: 'home.ask_service' },
  },
};

/** The one step to a level that allows more. */
export function LevelStep({ identity }: { identity: IdentityLevelView }) {
  const t = useT();
  const title = useLevelText(identity);
  if (identity.next === null) return null;

  const { step, mostPaise } = identity.next;
  const { text, act } = STEPS[step];

  return (
    <Callout
      title={title}
      text={t(text, { most: formatMoney(mostPaise, 'whole') })}
      main={
        act && (
          <ButtonLink kind="ghost" to={act.to}>
            {t(act.text)}
          </ButtonLink>
        )
      }
    />
  );
}
