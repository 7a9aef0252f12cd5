import type { WorkItem } from '@noren/contract/staff/work';
import { workTexts } from '../../texts/work.ts';
import { Age, Due, durationText } from '../../ui/figures.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Person } from '../../ui/person.tsx';
import type { Column } from '../../ui/table-model.ts';
import style from './work.module.css';
import { describeKind, describeNextAction, describeSubject, pickIcon } from './work-words.ts';

/** The queue's columns. */
export function makeWorkColumns(now: number): readonly Column<WorkItem>[] {
  return [
    {
      id: 'kind',
      header: workTexts.kind,
      width: 190,
      cell: (item) => (
        <span className={style.kind}>
          <Icon name={pickIcon(item)} />
          {describeKind(item, now)}
        </span>
      ),
    },
    {
      id: 'person',
      isWrapped: true,
      header: workTexts.person,
      width: 140,
      cell: (item) =>
        item.maskedPhone === null ? (
          <span className={style.muted}>{describeSubject(item)}</span>
        ) : (
          <Person maskedName={item.maskedName} maskedPhone={item.maskedPhone} />
        ),
    },
    {
      id: 'age',
      header: workTexts.age,
      width: 90,
      align: 'right',
      cell: ({ since }) => <Age since={since} />,
    },
    { id: 'due', header: workTexts.due, width: 160, cell: ({ due }) => <Due at={due} /> },
    {
      id: 'claim',
      isWrapped: true,
      header: workTexts.claimedBy,
      width: 130,
      cell: ({ claim }) => <Claimed claim={claim} now={now} />,
    },
    { id: 'next', header: workTexts.next, cell: describeNextAction },
  ];
}

function Claimed({ claim, now }: { readonly claim: WorkItem['claim']; readonly now: number }) {
  if (claim === null || claim.until <= now)
    return <span className={style.muted}>{workTexts.nobodyHas}</span>;

  return (
    <span className={style.claim}>
      {claim.isMine ? <strong className={style.own}>{workTexts.you}</strong> : claim.name}
      <span className={`${style.muted} ${style.small}`}>{durationText(claim.until - now)}</span>
    </span>
  );
}
