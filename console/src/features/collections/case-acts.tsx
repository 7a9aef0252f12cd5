import { HOLD_REASONS, RESULTS_OF } from '@noren/core/lending/contact-rules';
import type { Permission } from '@noren/core/staff/permissions';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall, useStaffSend } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import type { StaffError } from '../../api/staff-error.ts';
import { collectionTexts } from '../../texts/collections.ts';
import { kitTexts } from '../../texts/kit.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DayField, MoneyField, RadioList, SelectField, TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type Fields, useFields } from '../../ui/use-fields.ts';

type Case = StaffAnswer<'collectionCase'>;

type Act = 'assign' | 'log' | 'promise' | 'hold' | 'offer';

const PERMISSION_OF = {
  log: 'collections.work',
  promise: 'collections.work',
  assign: 'collections.assign',
  hold: 'propose.contact_hold',
  offer: 'propose.settlement_offer',
} as const satisfies Record<Act, Permission>;

interface ActProps {
  readonly loan: Case;
  readonly onClose: () => void;
}

/**
 * The acts on a loan that this member of staff may do. The server refuses one that the contact
 * rules forbid, and the form shows why.
 */
export function CaseActs({ loan }: { readonly loan: Case }) {
  const may = useMay();
  const [open, setOpen] = useState<Act | null>(null);

  const close = (): void => setOpen(null);
  const acts = (['log', 'promise', 'assign', 'hold', 'offer'] as const).filter((act) =>
    may(PERMISSION_OF[act]),
  );

  return (
    <>
      {acts.map((act) => (
        <Button key={act} tone={act === 'log' ? 'primary' : 'plain'} onPress={() => setOpen(act)}>
          {collectionTexts[act]}
        </Button>
      ))}

      {open && (
        <Dialog title={collectionTexts[open]} isOpen onClose={close}>
          {open === 'assign' && <AssignForm loan={loan} onClose={close} />}
          {open === 'log' && <LogForm loan={loan} onClose={close} />}
          {open === 'promise' && <PromiseForm loan={loan} onClose={close} />}
          {open === 'hold' && <HoldForm loan={loan} onClose={close} />}
          {open === 'offer' && <OfferForm loan={loan} onClose={close} />}
        </Dialog>
      )}
    </>
  );
}

interface ActFormProps<V extends object> {
  readonly label: string;
  readonly fields: Fields<V>;
  readonly sending: { readonly error: StaffError | null; readonly isBusy: boolean };
  readonly onSend: (values: V) => Promise<unknown>;
  readonly done: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog: sends, confirms in a toast, and closes. */
function ActForm<V extends object>({
  label,
  fields,
  sending,
  onSend,
  done,
  onClose,
  children,
}: ActFormProps<V>) {
  const toast = useToast();

  const submit = async (): Promise<void> => {
    const values = fields.check();
    if (!values || (await onSend(values)) === undefined) return;

    toast(done);
    onClose();
  };

  return (
    <Form
      label={label}
      problems={fields.problems}
      refusal={sending.error}
      onSubmit={() => void submit()}
      acts={
        <>
          <Button type="submit" tone="primary" isBusy={sending.isBusy}>
            {label}
          </Button>
          <Button onPress={onClose}>{kitTexts.cancel}</Button>
        </>
      }
    >
      {children}
    </Form>
  );
}

function AssignForm({ loan, onClose }: ActProps) {
  const officers = useStaffCall('collectionOfficers');
  const send = useStaffSend('assignOfficer');
  const fields = useFields({ staffId: '' });

  return (
    <ActForm
      label={collectionTexts.assign}
      fields={fields}
      sending={send}
      onSend={({ staffId }) => send.send({ body: { repayId: loan.repayId, staffId } })}
      done={collectionTexts.assigned}
      onClose={onClose}
    >
      <SelectField
        {...fields.field('staffId', collectionTexts.officer)}
        hint={collectionTexts.assignWhy}
        options={(officers.data?.officers ?? []).map(({ staffId, name }) => ({
          id: staffId,
          text: name,
        }))}
      />
    </ActForm>
  );
}

type Kind = keyof typeof RESULTS_OF;
type Result = (typeof RESULTS_OF)[Kind][number];
type LoggedContact = { kind: Kind; result: Result | ''; note: string };

/** Requires a choice that starts empty: a preset one would be sent unread. */
const needsChoice = (name: string) =>
  z.looseObject({ [name]: z.string().check(z.minLength(1, 'choice')) });

function LogForm({ loan, onClose }: ActProps) {
  const send = useStaffSend('logContact');
  const fields = useFields<LoggedContact>(
    { kind: 'call', result: '', note: '' },
    needsChoice('result'),
  );
  const { values, set } = fields;

  return (
    <ActForm
      label={collectionTexts.log}
      fields={fields}
      sending={send}
      onSend={({ note, kind, result }) =>
        send.send({
          body: {
            repayId: loan.repayId,
            kind,
            result: result as Result,
            ...(note.trim() !== '' && { note }),
          },
        })
      }
      done={collectionTexts.logged}
      onClose={onClose}
    >
      <RadioList
        label={collectionTexts.kind}
        name="kind"
        value={values.kind}
        onChange={(kind) => {
          set('kind', kind);
          set('result', '');
        }}
        options={(['call', 'sms'] as const).map((id) => ({ id, text: collectionTexts.kinds[id] }))}
      />

      <RadioList
        {...fields.field('result', collectionTexts.result)}
        options={RESULTS_OF[values.kind].map((id) => ({ id, text: collectionTexts.results[id] }))}
      />

      <TextField
        {...fields.field('note', collectionTexts.note)}
        hint={collectionTexts.noteHint}
        isLong
      />
    </ActForm>
  );
}

function PromiseForm({ loan, onClose }: ActProps) {
  const send = useStaffSend('recordPromise');
  const fields = useFields<{ amountPaise: number | null; dueOn: string }>({
    amountPaise: null,
    dueOn: '',
  });

  return (
    <ActForm
      label={collectionTexts.promise}
      fields={fields}
      sending={send}
      onSend={({ amountPaise, dueOn }) =>
        send.send({ body: { repayId: loan.repayId, amountPaise: amountPaise ?? 0, dueOn } })
      }
      done={collectionTexts.promised}
      onClose={onClose}
    >
      <MoneyField {...fields.field('amountPaise', collectionTexts.amount)} />
      <DayField
        {...fields.field('dueOn', collectionTexts.promiseDay)}
        least={loan.today}
        greatest={loan.promiseUntil}
      />
    </ActForm>
  );
}

type HoldReason = (typeof HOLD_REASONS)[number];

function HoldForm({ loan, onClose }: ActProps) {
  const send = useStaffSend('propose');
  const fields = useFields<{ why: HoldReason | ''; from: string; until: string; reason: string }>(
    { why: '', from: loan.today, until: '', reason: '' },
    needsChoice('why'),
  );

  return (
    <ActForm
      label={collectionTexts.hold}
      fields={fields}
      sending={send}
      onSend={({ reason, why, ...days }) => {
        const proposal = {
          kind: 'contact_hold' as const,
          userId: loan.userId,
          why: why as HoldReason,
          ...days,
        };

        return send.send({ body: { proposal, reason } });
      }}
      done={collectionTexts.holdProposed}
      onClose={onClose}
    >
      <SelectField
        {...fields.field('why', collectionTexts.holdWhy)}
        options={HOLD_REASONS.map((id) => ({ id, text: collectionTexts.holdReasons[id] }))}
      />
      <DayField {...fields.field('from', collectionTexts.holdFrom)} least={loan.today} />
      <DayField
        {...fields.field('until', collectionTexts.holdUntil)}
        least={loan.today}
        greatest={loan.holdUntil}
      />
      <TextField {...fields.field('reason', collectionTexts.reason)} isLong />
    </ActForm>
  );
}

function OfferForm({ loan, onClose }: ActProps) {
  const send = useStaffSend('propose');
  const fields = useFields<{ payPaise: number | null; payBy: string; reason: string }>({
    payPaise: null,
    payBy: '',
    reason: '',
  });

  return (
    <ActForm
      label={collectionTexts.offer}
      fields={fields}
      sending={send}
      onSend={({ payPaise, payBy, reason }) => {
        const proposal = {
          kind: 'settlement_offer' as const,
          repayId: loan.repayId,
          payPaise: payPaise ?? 0,
          payBy,
        };

        return send.send({ body: { proposal, reason } });
      }}
      done={collectionTexts.offerProposed}
      onClose={onClose}
    >
      <p>{collectionTexts.offerWhat}</p>
      <MoneyField {...fields.field('payPaise', collectionTexts.offerPay)} />
      <DayField
        {...fields.field('payBy', collectionTexts.offerBy)}
        least={loan.today}
        greatest={loan.offerUntil}
      />
      <TextField {...fields.field('reason', collectionTexts.reason)} isLong />
    </ActForm>
  );
}
