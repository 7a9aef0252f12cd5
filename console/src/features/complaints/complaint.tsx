import { buildAddress } from '@noren/contract/call';
import type { ComplaintAnswer } from '@noren/contract/staff/complaints';
import { complaintPicture } from '@noren/contract/staff/complaints';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'wouter';
import { useStaffCall } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { complaintTexts } from '../../texts/complaints.ts';
import { languageName, TICKET_TYPES } from '../../texts/work.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Day, Due, Instant } from '../../ui/figures.tsx';
import { Acts, KeyValues, Page, Panel, Timeline } from '../../ui/layout.tsx';
import { Person } from '../../ui/person.tsx';
import { Answer } from '../../ui/states.tsx';
import { AlarmPanel } from './alarm-panel.tsx';
import { ClaimButton } from './claim-button.tsx';
import style from './complaints.module.css';
import { EscalateButton } from './escalate-button.tsx';
import { NoteForm } from './note-form.tsx';
import { RegulatorPanel } from './regulator-panel.tsx';
import { ReplyForm } from './reply-form.tsx';

/** One ticket: its text, the reply, notes and escalation. */
export function Complaint() {
  const { ticketNo = '' } = useParams();
  const loaded = useStaffCall('complaint', { params: { ticketNo } });
  const { data } = loaded;

  return (
    <Page
      title={complaintTexts.ticketOf(
        ticketNo,
        data && (data.ticket.maskedName ?? data.ticket.maskedPhone),
      )}
      crumbs={[{ to: '/complaints', text: complaintTexts.title }]}
      about={data && <State {...data} />}
      acts={
        data && (
          <>
            <ClaimButton complaint={data} />
            <EscalateButton complaint={data} />
          </>
        )
      }
      side={data && <Facts {...data} />}
    >
      <Answer of={loaded} lines={10}>
        {(complaint) => (
          <div className={style.stack}>
            <AlarmPanel complaint={complaint} />
            <Written {...complaint} />
            <Reply complaint={complaint} />
            <RegulatorPanel complaint={complaint} />
            <Entries {...complaint} />
          </div>
        )}
      </Answer>
    </Page>
  );
}

function State({ ticket }: ComplaintAnswer) {
  return (
    <Acts>
      <Badge>{TICKET_TYPES[ticket.type]}</Badge>
      <Badge tone={ticket.state === 'received' ? 'soon' : 'good'}>
        {complaintTexts.states[ticket.state]}
      </Badge>
      {ticket.escalatedAt !== null && (
        <Badge tone="chosen">{complaintTexts.levelNames[ticket.level]}</Badge>
      )}
      {ticket.state === 'received' && <Due at={ticket.due} />}
    </Acts>
  );
}

function Facts({ ticket, language }: ComplaintAnswer) {
  const may = useMay();
  const { userId, maskedName, maskedPhone, repayId, sentAt, due, claimedBy, escalatedAt } = ticket;

  return (
    <div className={style.side}>
      <h2>{complaintTexts.facts}</h2>
      <KeyValues
        rows={[
          [
            complaintTexts.person,
            <LinkIf key="person" isOpen={may('person.read')} to={`/people/${userId}`}>
              <Person maskedName={maskedName} maskedPhone={maskedPhone} />
            </LinkIf>,
          ],
          [complaintTexts.language, languageName(language)],
          [
            complaintTexts.loan,
            repayId === null ? (
              complaintTexts.noLoan
            ) : (
              <LinkIf key="loan" isOpen={may('loan.read')} to={`/loans/${repayId}`}>
                {repayId}
              </LinkIf>
            ),
          ],
          [complaintTexts.came, <Instant key="came" at={sentAt} />],
          [complaintTexts.due, <Instant key="due" at={due} />],
          [complaintTexts.level, complaintTexts.levelNames[ticket.level]],
          [complaintTexts.levelDay, <Day key="level" day={ticket.levelDay} />],
          ...(escalatedAt === null
            ? []
            : [
                [complaintTexts.escalatedAt, <Instant key="escalated" at={escalatedAt} />] as const,
              ]),
          ...(ticket.principalAt === null
            ? []
            : [
                [
                  complaintTexts.principalAt,
                  <Instant key="principal" at={ticket.principalAt} />,
                ] as const,
              ]),
          [complaintTexts.claimedBy, claimedBy ?? complaintTexts.nobody],
        ]}
      />
    </div>
  );
}

interface LinkIfProps {
  readonly isOpen: boolean;
  readonly to: string;
  readonly children: ReactNode;
}

/** A link if the reader's roles open its target, otherwise text. */
function LinkIf({ isOpen, to, children }: LinkIfProps) {
  return isOpen ? <Link to={to}>{children}</Link> : children;
}

function Written({ ticket, text }: ComplaintAnswer) {
  const [shown, setShown] = useState<number>();
  const { ticketNo, pictures } = ticket;

  return (
    <Panel title={complaintTexts.written}>
      <p className={style.text}>{text}</p>
      {pictures > 0 && (
        <Acts>
          {Array.from({ length: pictures }, (_, at) => (
            <Button key={complaintTexts.picture(at + 1)} icon="eye" onPress={() => setShown(at)}>
              {complaintTexts.picture(at + 1)}
            </Button>
          ))}
          <span className={style.muted}>{complaintTexts.pictureLogged}</span>
        </Acts>
      )}

      <Dialog
        title={complaintTexts.picture((shown ?? 0) + 1)}
        isOpen={shown !== undefined}
        onClose={() => setShown(undefined)}
        wide={900}
      >
        {shown !== undefined && (
          <img
            className={style.picture}
            src={buildAddress(complaintPicture, { params: { ticketNo, at: String(shown) } })}
            alt={complaintTexts.pictureOf(shown + 1, ticketNo)}
          />
        )}
      </Dialog>
    </Panel>
  );
}

function Reply({ complaint }: { readonly complaint: ComplaintAnswer }) {
  const may = useMay();
  const { ticket, answer, mayAnswer } = complaint;
  const why =
    ticket.state === 'closed'
      ? complaintTexts.closed
      : may('complaints.answer')
        ? complaintTexts.notYours(ticket.level)
        : complaintTexts.readOnly;

  return (
    <Panel title={complaintTexts.reply}>
      {answer !== null && (
        <>
          <h3>{complaintTexts.earlierAnswer}</h3>
          <p className={style.text}>{answer}</p>
        </>
      )}

      {mayAnswer ? <ReplyForm complaint={complaint} /> : <p className={style.muted}>{why}</p>}
    </Panel>
  );
}

function Entries({ ticket, entries }: ComplaintAnswer) {
  const may = useMay();

  return (
    <Panel title={complaintTexts.entries}>
      {entries.length === 0 ? (
        <p className={style.muted}>{complaintTexts.noEntries}</p>
      ) : (
        <Timeline
          events={entries.toReversed().map(({ entryId, kind, staffName, text, at }) => ({
            id: entryId,
            title: `${complaintTexts.entryKinds[kind]}, ${staffName}`,
            about: (
              <>
                <Instant at={at} /> <span className={style.text}>{text}</span>
              </>
            ),
            ...(kind === 'escalation' ? { tone: 'soon' as const } : {}),
          }))}
        />
      )}

      {may('complaints.answer') && (
        <div className={style.note}>
          <NoteForm ticketNo={ticket.ticketNo} />
        </div>
      )}
    </Panel>
  );
}
