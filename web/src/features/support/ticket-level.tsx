import { feedbackList, passFeedbackOn, type Ticket } from '@noren/contract/support';
import { refresh, useSend } from '../../api/hooks.tsx';
import { formatDay } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Button } from '../../ui/layout/button.tsx';
import links from '../../ui/layout/links.module.css';
import { Text } from '../../ui/layout/text.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Link } from '../../ui/routing/router.tsx';

/** Who answers a ticket and by when, and what its writer may do who is not satisfied. */
export function TicketLevel({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const passing = useSend(passFeedbackOn);
  const { ticketNo, state, level, levelDay, answerBy, mayPassOn, regulator } = ticket;

  const passOn = async () => {
    if (!(await passing.send({ body: { ticketNo } }))) return;
    toast(t('feedback.passed_on'));
    refresh(feedbackList);
  };

  return (
    <>
      {state === 'received' && (
        <Text size="sm">
          {t('feedback.with', { who: t(`grievance.${level}`) })}
          {levelDay !== null && levelDay < answerBy && (
            <> · {t('feedback.level_by', { day: formatDay(levelDay) })}</>
          )}
        </Text>
      )}
      {state === 'received' && regulator === null && (
        <Text size="sm">{t('feedback.answer_by', { day: formatDay(answerBy) })}</Text>
      )}
      {mayPassOn && (
        <Button kind="ghost" busy={passing.isSending} onClick={() => void passOn()}>
          {t('feedback.pass_on')}
        </Button>
      )}
      {regulator && (
        <>
          <Text size="sm">
            {regulator.until === null
              ? t('feedback.regulator')
              : t('feedback.regulator_until', { day: formatDay(regulator.until) })}
          </Text>
          <p className={links.links}>
            <Link to="/grievance">{t('feedback.how')}</Link>
            <a href="https://cms.rbi.org.in" rel="noreferrer" target="_blank">
              cms.rbi.org.in
            </a>
          </p>
        </>
      )}
    </>
  );
}
