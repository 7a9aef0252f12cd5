import type { LoanAutopayEvent } from '@noren/contract/staff/loans';
import { autopayActorText, autopayEventText } from '../../texts/autopay.ts';
import { codeText } from '../../texts/codes.ts';
import { loanTexts } from '../../texts/loans.ts';
import { Day, Instant, Money } from '../../ui/figures.tsx';
import { Panel, Timeline } from '../../ui/layout.tsx';

/** What happened to a loan's mandates and debits, newest first. */
export function LoanAutopay({ events }: { readonly events: readonly LoanAutopayEvent[] }) {
  return (
    <Panel title={loanTexts.autopay}>
      <Timeline
        events={events.map((event) => ({
          id: event.eventId,
          title: autopayEventText(event.kind, event.debit !== null),
          about: <About event={event} />,
        }))}
      />
    </Panel>
  );
}

function About({ event: { at, actor, debit, reason } }: { readonly event: LoanAutopayEvent }) {
  return (
    <>
      <Instant at={at} /> {autopayActorText(actor)}
      {debit && (
        <>
          , <Money amount={debit.amountPaise} /> <Day day={debit.dueDay} />
        </>
      )}
      {reason !== null && <>: {codeText(reason)}</>}
    </>
  );
}
