import { buildAddress } from '@noren/contract/call';
import { loanKeyFacts } from '@noren/contract/staff/loans';
import { isOrderStatus, OrderStatus, statusName } from '@noren/core/lending/order-status';
import { Link, useLocation } from 'wouter';
import { callStaffFile } from '../../api/file.ts';
import { useMay } from '../../api/session.tsx';
import { autopayStateText } from '../../texts/autopay.ts';
import { ORDER_STATUS_TEXTS, personTexts } from '../../texts/people.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Day, Instant, Money } from '../../ui/figures.tsx';
import type { Column } from '../../ui/table-model.ts';
import { type PersonData, rowsOfPerson } from './person-data.ts';

type OrderRow = PersonData['orders'][number];
const loanAddress = (repayId: string): string => `/loans/${repayId}`;

function StatusBadge({ status }: { readonly status: number }) {
  const tone =
    status === OrderStatus.overdue || status === OrderStatus.writtenOff ? 'bad' : 'plain';

  return (
    <Badge tone={tone}>
      {isOrderStatus(status) ? ORDER_STATUS_TEXTS[statusName(status)] : status}
    </Badge>
  );
}

const ORDER_COLUMNS: readonly Column<OrderRow>[] = [
  {
    id: 'order',
    header: personTexts.order,
    cell: ({ repayId }) => <Link to={loanAddress(repayId)}>{repayId}</Link>,
  },
  {
    id: 'status',
    header: personTexts.status,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  { id: 'product', header: personTexts.product, cell: ({ productCode }) => productCode },
  {
    id: 'amount',
    header: personTexts.amount,
    align: 'right',
    cell: ({ principalPaise }) => <Money amount={principalPaise} />,
  },
  {
    id: 'applied',
    header: personTexts.applied,
    cell: ({ appliedAt }) => <Instant at={appliedAt} />,
  },
  { id: 'due', header: personTexts.due, cell: ({ dueDay }) => dueDay && <Day day={dueDay} /> },
  {
    id: 'closed',
    header: personTexts.closed,
    cell: ({ closedAt }) => closedAt && <Instant at={closedAt} />,
  },
];

const AUTOPAY_COLUMN: Column<OrderRow> = {
  id: 'autopay',
  header: personTexts.autopay,
  cell: ({ autopay }) => autopay && autopayStateText(autopay),
};

export function Orders({ person }: { readonly person: PersonData }) {
  const [, navigate] = useLocation();
  const hasAutopay = person.orders.some(({ autopay }) => autopay !== null);

  return (
    <DataTable
      label={personTexts.orders}
      columns={hasAutopay ? [...ORDER_COLUMNS, AUTOPAY_COLUMN] : ORDER_COLUMNS}
      rows={rowsOfPerson(person.orders, person)}
      toId={({ repayId }) => repayId}
      empty={personTexts.noOrders}
      onOpen={({ repayId }) => navigate(loanAddress(repayId))}
    />
  );
}

type DocumentRow = PersonData['documents'][number];

/** The key facts name nobody; every other PDF asks for the passkey, and opening it is recorded. */
function OpenDocument({
  userId,
  of: { kind, documentId, repayId },
}: {
  readonly userId: string;
  readonly of: DocumentRow;
}) {
  const may = useMay();
  if (documentId === null) return '';

  if (kind === 'kfs' && repayId !== null && may('loan.read'))
    return (
      <a
        href={buildAddress(loanKeyFacts, { params: { repayId } })}
        target="_blank"
        rel="noreferrer"
      >
        {personTexts.openDocument}
      </a>
    );

  if (!may('person.reveal')) return '';

  return (
    <DownloadButton
      onFetch={() => callStaffFile('borrowerDocument', { params: { userId, documentId } })}
    />
  );
}

function documentColumns(userId: string): readonly Column<DocumentRow>[] {
  return [
    {
      id: 'document',
      header: personTexts.document,
      cell: ({ kind }) => personTexts.documentKinds[kind],
    },
    { id: 'at', header: personTexts.when, cell: ({ at }) => <Instant at={at} /> },
    {
      id: 'order',
      header: personTexts.order,
      cell: ({ repayId }) => repayId && <Link to={loanAddress(repayId)}>{repayId}</Link>,
    },
    {
      id: 'confidence',
      header: personTexts.confidence,
      align: 'right',
      cell: ({ confidence }) => confidence !== null && personTexts.percent(confidence),
    },
    {
      id: 'open',
      isControl: true,
      header: personTexts.openDocument,
      width: 150,
      cell: (row) => <OpenDocument userId={userId} of={row} />,
    },
  ];
}

/** Pictures of cards, and the PDFs that the borrower has. Opening one is recorded. */
export function Documents({ person }: { readonly person: PersonData }) {
  return (
    <DataTable
      label={personTexts.documents}
      columns={documentColumns(person.userId)}
      rows={rowsOfPerson(person.documents, person)}
      toId={({ kind, at, documentId }) => documentId ?? `${kind} ${at}`}
      empty={personTexts.noDocuments}
    />
  );
}

const TICKET_COLUMNS: readonly Column<PersonData['tickets'][number]>[] = [
  { id: 'ticket', header: personTexts.ticket, cell: ({ ticketNo }) => ticketNo },
  { id: 'type', header: personTexts.source, cell: ({ type }) => personTexts.ticketTypes[type] },
  {
    id: 'state',
    header: personTexts.state,
    cell: ({ state }) => (
      <Badge tone={state === 'received' ? 'soon' : 'plain'}>
        {personTexts.ticketStates[state]}
      </Badge>
    ),
  },
  { id: 'sent', header: personTexts.sent, cell: ({ submittedAt }) => <Instant at={submittedAt} /> },
  {
    id: 'order',
    header: personTexts.order,
    cell: ({ repayId }) => repayId && <Link to={loanAddress(repayId)}>{repayId}</Link>,
  },
];

export function Tickets({ person }: { readonly person: PersonData }) {
  return (
    <DataTable
      label={personTexts.tickets}
      columns={TICKET_COLUMNS}
      rows={rowsOfPerson(person.tickets, person)}
      toId={({ ticketNo }) => ticketNo}
      empty={personTexts.noTickets}
    />
  );
}
