import type { StaffEffect } from '@noren/contract/staff/approvals';
import { requestTexts } from '../../texts/approvals.ts';
import { Diff } from '../../ui/compare.tsx';
import { Money } from '../../ui/figures.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyValues, Panel } from '../../ui/layout.tsx';
import style from './approvals.module.css';

interface Change {
  readonly id: string;
  readonly label: string;
  readonly madePaise: number | null;
  readonly nowPaise: number | null;
}

interface ChangesSinceProps {
  readonly made: StaffEffect;
  readonly now: StaffEffect;
  /** `now` is what the approval did. */
  readonly isDone: boolean;
}

/**
 * Differences between the effect at the proposal and the effect now or when it was approved, figure
 * by figure.
 */
export function ChangesSince({ made, now, isDone }: ChangesSinceProps) {
  const labels = [requestTexts.when, isDone ? requestTexts.whenDone : requestTexts.now] as const;
  const rows = changedRows(made, now, labels);

  if (rows.length === 0)
    return (
      <Panel title={requestTexts.changed}>
        <p>{requestTexts.changedNothing}</p>
      </Panel>
    );

  return (
    <Panel
      title={requestTexts.changed}
      about={requestTexts.changedCount(changedFigures(made, now).length)}
    >
      <KeyValues rows={rows} />
    </Panel>
  );
}

interface ChangedEffectProps {
  /** The effect that the reader approved. */
  readonly seen: StaffEffect;
  readonly now: StaffEffect;
}

/**
 * The approval was refused because its effect is another one by now: what is different, before
 * anything else.
 */
export function ChangedEffect({ seen, now }: ChangedEffectProps) {
  return (
    <section className={style.changed} role="alert" aria-label={requestTexts.alert}>
      <h2>
        <Icon name="late" />
        {requestTexts.alert}
      </h2>
      <p>{requestTexts.alertWhy}</p>
      <KeyValues rows={changedRows(seen, now, [requestTexts.seen, requestTexts.now])} />
    </section>
  );
}

type Labels = readonly [before: string, now: string];

function changedRows(made: StaffEffect, now: StaffEffect, labels: Labels) {
  const journals =
    JSON.stringify(made.journals.map(withoutId)) !== JSON.stringify(now.journals.map(withoutId));
  const messages = JSON.stringify(made.messages) !== JSON.stringify(now.messages);

  return [
    ...changedFigures(made, now).map(
      ({ id, label, madePaise, nowPaise }) =>
        [
          label,
          <Diff
            key={id}
            labels={labels}
            before={madePaise === null ? requestTexts.none : <Money amount={madePaise} />}
            now={nowPaise === null ? requestTexts.none : <Money amount={nowPaise} />}
            isChanged
          />,
        ] as const,
    ),
    ...(journals
      ? [renderCount(requestTexts.journals, labels, [made.journals.length, now.journals.length])]
      : []),
    ...(messages
      ? [renderCount(requestTexts.messages, labels, [made.messages.length, now.messages.length])]
      : []),
  ];
}

function renderCount(
  label: string,
  labels: Labels,
  [made, now]: readonly [made: number, now: number],
) {
  return [label, <Diff key={label} labels={labels} before={made} now={now} isChanged />] as const;
}

function changedFigures(made: StaffEffect, now: StaffEffect): Change[] {
  const ids = [...new Set([...made.orders, ...now.orders].map(({ before }) => before.repayId))];
  const amounts = {
    id: 'amount',
    label: requestTexts.amountNow,
    madePaise: made.money?.amountPaise ?? null,
    nowPaise: now.money?.amountPaise ?? null,
  };

  const ofOrders = ids.flatMap((repayId) => {
    const then = made.orders.find(({ before }) => before.repayId === repayId);
    const today = now.orders.find(({ before }) => before.repayId === repayId);
    const changes: Change[] = [
      {
        id: `${repayId} owes`,
        label: requestTexts.owesNow(repayId),
        madePaise: then?.before.owedPaise ?? null,
        nowPaise: today?.before.owedPaise ?? null,
      },
      {
        id: `${repayId} would owe`,
        label: requestTexts.wouldOwe(repayId),
        madePaise: then?.after.owedPaise ?? null,
        nowPaise: today?.after.owedPaise ?? null,
      },
    ];

    return changes;
  });

  return [amounts, ...ofOrders].filter(({ madePaise, nowPaise }) => madePaise !== nowPaise);
}

/** A journal that was posted has an id; one that was shown before has none. */
function withoutId({ repayId, kind, valueDay, lines }: StaffEffect['journals'][number]) {
  return { repayId, kind, valueDay, lines };
}
