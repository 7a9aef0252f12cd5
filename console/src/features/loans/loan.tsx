import { buildAddress } from '@noren/contract/call';
import type { StaffProposal } from '@noren/contract/staff/approvals';
import { STAFF_CALLS } from '@noren/contract/staff/index';
import { paise } from '@noren/core/money/money';
import { businessDay, formatDay } from '@noren/core/money/time';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { toShownLines } from '../../shared/effect-view.tsx';
import { IdentitySource, PanCheck } from '../../shared/identity-source.tsx';
import { ProposeDialog } from '../../shared/propose-dialog.tsx';
import { identityTexts } from '../../texts/identity.ts';
import { journalName, statusName } from '../../texts/ledger.ts';
import { loanListTexts, loanTexts } from '../../texts/loans.ts';
import { approvalName } from '../../texts/permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Day, Instant, Money, momentText, moneyText } from '../../ui/figures.tsx';
import { JournalTable } from '../../ui/journal-table.tsx';
import { Acts, KeyValues, Page, Panel, Timeline } from '../../ui/layout.tsx';
import { Person } from '../../ui/person.tsx';
import { Answer } from '../../ui/states.tsx';
import { LoanActs } from './loan-acts.tsx';
import { LoanAutopay } from './loan-autopay.tsx';
import { MovesOfLoan } from './loan-moves.tsx';
import style from './owed-today.module.css';
import { formatPpm, OwedToday } from './owed-today.tsx';

export type LoanData = StaffAnswer<'loan'>;

/** One order: terms, amount owed and why, journals, payments, and possible proposals. */
export function Loan() {
  const { repayId = '' } = useParams();
  const loaded = useStaffCall('loan', { params: { repayId } });
  const [proposal, setProposal] = useState<StaffProposal | null>(null);
  const loan = loaded.data;

  return (
    <Page
      title={loan ? titleText(loan) : loanTexts.order(repayId)}
      crumbs={[{ to: '/loans', text: loanListTexts.title }]}
      about={loan && <About loan={loan} />}
      side={loan && <Side loan={loan} onPropose={setProposal} />}
    >
      <Answer of={loaded} lines={12}>
        {(found) => (
          <>
            <div className={style.agreed}>
              <Terms loan={found} />
              <OwedToday loan={found} />
            </div>
            <Journals loan={found} />
            <MovesOfLoan loan={found} onPropose={setProposal} />
          </>
        )}
      </Answer>

      <ProposeDialog proposal={proposal} onClose={() => setProposal(null)} />
    </Page>
  );
}

function titleText({ maskedName, maskedPhone, terms }: LoanData): string {
  return loanTexts.title(maskedName ?? maskedPhone, moneyText(paise(terms.principalPaise)));
}

function About({
  loan: { repayId, maskedName, maskedPhone, status, overdueDays, userId },
}: {
  readonly loan: LoanData;
}) {
  return (
    <Acts>
      <span>{loanTexts.order(repayId)}</span>
      <Badge tone={overdueDays > 0 ? 'bad' : 'plain'}>
        {overdueDays > 0 ? loanTexts.overdue(overdueDays) : statusName(status)}
      </Badge>
      <Link to={`/people/${userId}`}>
        <Person maskedName={maskedName} maskedPhone={maskedPhone} />
      </Link>
    </Acts>
  );
}

function Terms({ loan: { terms, dueDay, identity, repayId } }: { readonly loan: LoanData }) {
  const { feePaise, feePpm, gstPaise, gstPpm, interestPaise, interestPpmPerDay } = terms;

  return (
    <Panel
      title={loanTexts.agreed(terms.productName)}
      acts={
        <a
          href={buildAddress(STAFF_CALLS.loanKeyFacts, { params: { repayId } })}
          target="_blank"
          rel="noreferrer"
        >
          {loanTexts.keyFacts}
        </a>
      }
    >
      <KeyValues
        rows={[
          [loanTexts.amount, <Money key="amount" amount={terms.principalPaise} />],
          [loanTexts.fee(formatPpm(feePpm)), <Money key="fee" amount={feePaise} />],
          [loanTexts.gst(formatPpm(gstPpm)), <Money key="gst" amount={gstPaise} />],
          [loanTexts.paidOut, <Money key="out" amount={terms.netDisbursedPaise} />],
          [
            loanTexts.interest(formatPpm(interestPpmPerDay)),
            <Money key="interest" amount={interestPaise} />,
          ],
          [loanTexts.repayable, <Money key="all" amount={terms.totalRepayablePaise} />],
          [loanTexts.tenor, loanTexts.days(terms.tenorDays)],
          ...(dueDay === null
            ? []
            : [[loanTexts.due, <Day key="due" day={dueDay} withWeekday />] as const]),
          [loanTexts.apr, formatPpm(terms.aprHundredths * 100)],
          ...(identity === null
            ? []
            : [
                [identityTexts.atApplication, identityTexts.levels[identity.level]] as const,
                [
                  identityTexts.why,
                  <IdentitySource key="source" source={identity.source} />,
                ] as const,
                [identityTexts.panRegister, <PanCheck key="pan" pan={identity.pan} />] as const,
              ]),
        ]}
      />
    </Panel>
  );
}

function Journals({ loan: { journals } }: { readonly loan: LoanData }) {
  return (
    <Panel
      title={loanTexts.journals}
      about={loanTexts.journalsAbout(journals.length)}
      isFlush={journals.length > 0}
    >
      {journals.length === 0 ? (
        <p>{loanTexts.noJournals}</p>
      ) : (
        <JournalTable
          label={loanTexts.journals}
          journals={journals.map(({ journalId, kind, valueDay, bookedAt, isReversed, lines }) => {
            const name = isReversed
              ? `${journalName(kind)} (${loanTexts.reversed})`
              : journalName(kind);

            const title = loanTexts.journal(
              name,
              formatDay(businessDay(valueDay)),
              momentText(bookedAt),
            );

            return { id: journalId, title, lines: toShownLines(lines) };
          })}
        />
      )}
    </Panel>
  );
}

interface SideProps {
  readonly loan: LoanData;
  readonly onPropose: (proposal: StaffProposal) => void;
}

function Side({ loan, onPropose }: SideProps) {
  const { openRequests, messages } = loan;

  return (
    <>
      {openRequests.length > 0 && (
        <Panel title={loanTexts.openRequests}>
          {openRequests.map(({ requestId, kind }) => (
            <p key={requestId}>
              <Link to={`/approvals/${requestId}`}>{approvalName(kind)}</Link>
            </p>
          ))}
        </Panel>
      )}

      <LoanActs loan={loan} onPropose={onPropose} />
      {loan.autopay.length > 0 && <LoanAutopay events={loan.autopay} />}

      <Panel title={loanTexts.messages}>
        {messages.length === 0 ? (
          <p>{loanTexts.noMessages}</p>
        ) : (
          <Timeline
            events={messages.map(({ id, at, title, text, language }) => ({
              id,
              title,
              about: (
                <>
                  <Instant at={at} /> <span lang={language}>{text}</span>
                </>
              ),
            }))}
          />
        )}
      </Panel>
    </>
  );
}
