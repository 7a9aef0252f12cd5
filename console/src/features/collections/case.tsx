import { paise } from '@noren/core/money/money';
import { businessDay, formatDay } from '@noren/core/money/time';
import { Link, useParams } from 'wouter';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { wholeList } from '../../api/list-source.ts';
import { collectionTexts } from '../../texts/collections.ts';
import { barText } from '../../texts/contact-bars.ts';
import { languageName } from '../../texts/work.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Day, Instant, Money, moneyText } from '../../ui/figures.tsx';
import { Columns, KeyValues, Page, Panel, Timeline } from '../../ui/layout.tsx';
import { Person } from '../../ui/person.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { CaseActs } from './case-acts.tsx';
import style from './collections.module.css';

type Case = StaffAnswer<'collectionCase'>;
type Contact = Case['contacts'][number];

const CONTACT_COLUMNS: readonly Column<Contact>[] = [
  { id: 'at', header: collectionTexts.at, cell: ({ contactedAt }) => <Instant at={contactedAt} /> },
  { id: 'kind', header: collectionTexts.kind, cell: ({ kind }) => collectionTexts.kinds[kind] },
  {
    id: 'result',
    header: collectionTexts.result,
    cell: ({ result }) => collectionTexts.results[result],
  },
  { id: 'note', header: collectionTexts.note, cell: ({ note }) => note ?? '' },
  { id: 'by', isWrapped: true, header: collectionTexts.by, cell: ({ staffName }) => staffName },
];

const dayText = (day: string): string => formatDay(businessDay(day));
const PROMISE_TONES = { broken: 'bad', running: 'soon', kept: undefined } as const;

/** One loan in collections. */
export function CollectionCase() {
  const { repayId = '' } = useParams<{ repayId: string }>();
  const loaded = useStaffCall('collectionCase', { params: { repayId } });
  const found = loaded.data;
  const crumbs = [{ to: '/collections', text: collectionTexts.title }];

  return (
    <Page
      title={
        found
          ? collectionTexts.caseTitle(found.maskedName ?? found.maskedPhone, owedText(found))
          : repayId
      }
      crumbs={crumbs}
      about={found && <CaseBadges loan={found} />}
      acts={found && found.overdueDays > 0 && <CaseActs loan={found} />}
    >
      <Answer of={loaded}>{(loan) => <CaseBody loan={loan} />}</Answer>
    </Page>
  );
}

const owedText = ({ owed }: Case): string => moneyText(paise(owed.totalPaise));

function CaseBadges({ loan }: { readonly loan: Case }) {
  const { overdueDays } = loan;

  return (
    <Badge tone={overdueDays > 0 ? 'bad' : 'good'}>
      {overdueDays > 0 ? collectionTexts.overdue(overdueDays) : collectionTexts.notOverdue}
    </Badge>
  );
}

function CaseBody({ loan }: { readonly loan: Case }) {
  return (
    <>
      <Columns least={320}>
        <Panel title={collectionTexts.now}>
          <p role="status" className={style.mayContact}>
            {loan.bar ? (
              <>
                <Badge tone="soon">{collectionTexts.mayNot}</Badge>
                <span>{barText(loan.bar)}</span>
              </>
            ) : (
              collectionTexts.mayContact(loan.contactsLeftToday)
            )}
          </p>
          {!loan.bar && <p>{collectionTexts.callsRecorded(loan.callsRecordedMonths)}</p>}
          <CaseFacts loan={loan} />
        </Panel>
        <Owed loan={loan} />
        <PromisesAndHolds loan={loan} />
      </Columns>

      <Panel title={collectionTexts.contacts} isFlush>
        <DataTable
          label={collectionTexts.contacts}
          columns={CONTACT_COLUMNS}
          rows={wholeList(loan.contacts, 'collectionCase', { params: { repayId: loan.repayId } })}
          toId={({ contactId }) => contactId}
          empty={collectionTexts.noContacts}
          tall={260}
        />
      </Panel>

      <Panel title={collectionTexts.messages}>
        {loan.messages.length === 0 ? (
          <Empty title={collectionTexts.noMessages} />
        ) : (
          <Timeline
            events={loan.messages.map(({ kind, title, text, writtenAt }) => ({
              id: `${kind}-${writtenAt}`,
              title,
              about: (
                <>
                  <Instant at={writtenAt} /> {text}
                </>
              ),
            }))}
          />
        )}
      </Panel>
    </>
  );
}

/** The borrower, the order, the language, the officer and other overdue orders. */
function CaseFacts({ loan }: { readonly loan: Case }) {
  return (
    <KeyValues
      rows={[
        [
          collectionTexts.person,
          <Person key="person" maskedName={loan.maskedName} maskedPhone={loan.maskedPhone} />,
        ],
        [
          collectionTexts.order,
          <Link key="order" to={`/loans/${loan.repayId}`}>
            {loan.repayId}
          </Link>,
        ],
        [collectionTexts.language, languageName(loan.language)],
        [collectionTexts.officer, <Officer key="officer" loan={loan} />],
        [
          collectionTexts.others,
          loan.otherOrders.length === 0
            ? collectionTexts.none
            : loan.otherOrders.map((id) => (
                <Link key={id} to={`/collections/${id}`}>
                  {id}
                </Link>
              )),
        ],
      ]}
    />
  );
}

function Officer({ loan: { officer } }: { readonly loan: Case }) {
  if (!officer) return collectionTexts.nobody;

  return (
    <>
      {officer.name}
      <br />
      {officer.isNotified ? collectionTexts.named : collectionTexts.notNamed}
    </>
  );
}

function Owed({ loan: { owed, dueDay, productCode } }: { readonly loan: Case }) {
  return (
    <Panel title={collectionTexts.owing}>
      <KeyValues
        rows={[
          [collectionTexts.product, productCode],
          [
            collectionTexts.due,
            dueDay === null ? collectionTexts.none : <Day key="due" day={dueDay} />,
          ],
          [collectionTexts.principal, <Money key="principal" amount={owed.principalPaise} />],
          [collectionTexts.interest, <Money key="interest" amount={owed.interestPaise} />],
          [collectionTexts.fees, <Money key="fees" amount={owed.feesPaise} />],
          [collectionTexts.penal, <Money key="penal" amount={owed.penalPaise} />],
          [
            collectionTexts.total,
            <b key="total">
              <Money amount={owed.totalPaise} />
            </b>,
          ],
        ]}
      />
    </Panel>
  );
}

/** Promises to pay, the settlement offer and contact holds. */
function PromisesAndHolds({ loan: { promises, holds, openHold, offer } }: { readonly loan: Case }) {
  return (
    <Panel title={collectionTexts.promises}>
      {promises.length === 0 ? (
        <p>{collectionTexts.noPromises}</p>
      ) : (
        <Timeline
          events={promises.map(({ promiseId, amountPaise, dueOn, state, staffName }) => ({
            id: promiseId,
            title: collectionTexts.promiseLine(moneyText(paise(amountPaise)), dayText(dueOn)),
            about: `${collectionTexts.promiseStates[state]} · ${staffName}`,
            ...(PROMISE_TONES[state] && { tone: PROMISE_TONES[state] }),
          }))}
        />
      )}

      {offer && (
        <p>
          {collectionTexts.offers[offer.state]}:{' '}
          {collectionTexts.offerIs(moneyText(paise(offer.payPaise)), dayText(offer.payBy))}
        </p>
      )}

      <h3>{collectionTexts.holds}</h3>
      {openHold && <p>{collectionTexts.holdOpen(openHold.makerName)}</p>}
      {holds.length === 0 ? (
        <p>{collectionTexts.noHolds}</p>
      ) : (
        <Timeline
          events={holds.map(({ holdId, reason, from, until, isNow }) => ({
            id: holdId,
            title: collectionTexts.holdLine(
              collectionTexts.holdReasons[reason],
              dayText(from),
              dayText(until),
            ),
            about: isNow ? collectionTexts.runsNow : '',
          }))}
        />
      )}
    </Panel>
  );
}
