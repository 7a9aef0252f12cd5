import type { Ticket } from '@noren/contract/support';
import { formatMoment } from '../../i18n/format.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { Chip, type Tone } from '../../ui/feedback/callout.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { TYPE_WORDS } from './feedback-rules.ts';
import { TicketLevel } from './ticket-level.tsx';
import style from './ticket-list.module.css';

const STATES: Record<Ticket['state'], { word: TextId; tone: Tone }> = {
  received: { word: 'feedback.received', tone: 'due' },
  answered: { word: 'feedback.answered', tone: 'good' },
  closed: { word: 'feedback.closed', tone: 'plain' },
};

/** The tickets, newest first, each with its number, state and answer. */
export function TicketList({ tickets }: { tickets: readonly Ticket[] }) {
  const t = useT();
  if (tickets.length === 0) return null;

  return (
    <section>
      <Stack gap={3}>
        <h2>{t('feedback.earlier')}</h2>
        {tickets.map((ticket) => (
          <TicketCard key={ticket.ticketNo} ticket={ticket} />
        ))}
      </Stack>
    </section>
  );
}

function TicketCard({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const { ticketNo, repayId, type, text, pictures, sentAt, state, answer, decidedAt } = ticket;
  const { word, tone } = STATES[state];

  return (
    <Card label={t('feedback.ticket', { ticketNo })}>
      <Stack gap={2}>
        <p className={style.head}>
          <b>{ticketNo}</b>
          <Chip tone={tone}>{t(word)}</Chip>
        </p>
        <Text size="sm">
          {t(TYPE_WORDS[type])} · {formatMoment(sentAt)}
          {pictures > 0 && ` · ${t('feedback.with_pictures', { count: pictures })}`}
        </Text>
        {repayId !== null && <Text size="sm">{t('feedback.about_loan', { repayId })}</Text>}
        <p className={style.words}>{text}</p>
        {answer !== null && (
          <div className={style.answer}>
            <Text size="sm">
              {t('feedback.our_answer', { moment: formatMoment(decidedAt ?? sentAt) })}
            </Text>
            <p className={style.words}>{answer}</p>
          </div>
        )}
        <TicketLevel ticket={ticket} />
      </Stack>
    </Card>
  );
}
