import type { WorkItem } from '@noren/contract/staff/work';
import { WORK_TABS, type WorkTab } from '@noren/core/staff/work-kinds';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { roleNames } from '../../texts/permissions.ts';
import { WORK_KIND_NAMES, WORK_TAB_NAMES, workTexts } from '../../texts/work.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/clock.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useAddressValues } from '../../ui/filter-bar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useKeys } from '../../ui/keys.tsx';
import { Page, Tabs } from '../../ui/layout.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useClaims } from './use-claims.ts';
import { useWorkCounts } from './use-work-counts.ts';
import { WhoseLinks } from './whose-links.tsx';
import style from './work.module.css';
import { toWorkId, toWorkPath } from './work-address.ts';
import { makeWorkColumns } from './work-columns.tsx';
import { WorkDetail } from './work-detail.tsx';

const REFRESH_MS = 15_000;
const ORDERS = ['due', 'oldest', 'newest'] as const;
const WHOSE = ['everyone', 'nobody', 'mine'] as const;
const TAB_NAMES = Object.keys(WORK_TABS) as WorkTab[];

/** The work queue. */
export function Work() {
  const { tab, who, order } = useFilters();
  const list = useStaffPages('workList', { query: { tab, who, order } }, pagesByNext<WorkItem>(), {
    refreshEveryMs: REFRESH_MS,
  });
  const [chosenId, setChosenId] = useState<string>();
  const [taken, setTaken] = useState<WorkItem>();
  const [, navigate] = useLocation();

  const rows = list.error?.code === 'forbidden' ? [] : (list.data ?? []);
  const itemInList = rows.find((item) => toWorkId(item) === chosenId);
  const item = itemInList ?? (taken && toWorkId(taken) === chosenId ? taken : rows[0]);

  const choose = (next: WorkItem): void => setChosenId(toWorkId(next));
  const claims = useClaims((next) => {
    setTaken(next);
    choose(next);
  });

  const open = (next: WorkItem): void => navigate(toWorkPath(next));

  useKeys([
    { keys: 't', text: workTexts.keyTakeNext, run: () => void claims.takeNext(tab) },
    { keys: 'c', text: workTexts.keyClaim, run: () => void (item?.mayTake && claims.claim(item)) },
    {
      keys: 'u',
      text: workTexts.keyRelease,
      run: () => void (item?.claim?.isMine && claims.release(item)),
    },
    { keys: 'f', text: workTexts.keyFilter, run: focusFilter },
  ]);

  const now = useNow();
  const isFiltered = tab !== undefined || who !== 'everyone';

  return (
    <Page
      title={workTexts.title}
      about={<Waiting />}
      isFlush
      acts={<WorkActs filters={{ tab, who, order }} claims={claims} />}
      bar={<KindTabs />}
      side={item && <WorkDetail key={toWorkId(item)} item={item} claims={claims} />}
    >
      <DataTable
        label={workTexts.queue}
        columns={makeWorkColumns(now)}
        rows={list}
        toId={toWorkId}
        empty={isFiltered ? workTexts.emptyFiltered : workTexts.empty}
        emptyAbout={isFiltered ? undefined : <p>{workTexts.emptyWhy}</p>}
        onOpen={open}
        onCurrent={choose}
        isOpenedByEnter
        wantedId={taken && toWorkId(taken)}
        paging={list.paging}
        foot={<KeysFoot />}
      />
      <Refused />
    </Page>
  );
}

/** Filters from the address; unknown values are ignored. */
function useFilters() {
  const [{ tab, who, order }] = useAddressValues();

  return {
    tab: TAB_NAMES.find((name) => name === tab),
    who: WHOSE.find((name) => name === who) ?? WHOSE[0],
    order: ORDERS.find((name) => name === order) ?? ORDERS[0],
  };
}

interface WorkActsProps {
  readonly filters: ReturnType<typeof useFilters>;
  readonly claims: ReturnType<typeof useClaims>;
}

/** Whose items are listed, in what order, and taking the next. */
function WorkActs({ filters: { tab, who, order }, claims }: WorkActsProps) {
  return (
    <>
      <WhoseLinks who={who} tab={tab} />
      <OrderMenu order={order} />
      <Button isBusy={claims.isTaking} onPress={() => void claims.takeNext(tab, 10)}>
        {workTexts.takeTen}
      </Button>
      <Button
        tone="primary"
        shortcut="T"
        isBusy={claims.isTaking}
        onPress={() => void claims.takeNext(tab)}
      >
        {workTexts.takeNext}
      </Button>
    </>
  );
}

function focusFilter(): void {
  document
    .querySelector<HTMLElement>(`nav[aria-label="${workTexts.tabs}"] a[aria-current]`)
    ?.focus();
}

function Waiting() {
  const { data } = useWorkCounts();
  if (data === undefined) return null;

  const { count, late, soon } = data.all;

  return (
    <>
      <span className={style.muted} role="status">
        {workTexts.waiting(count)}
      </span>
      {late > 0 && (
        <Badge tone="bad" icon="late">
          {workTexts.late(late)}
        </Badge>
      )}
      {soon > 0 && (
        <Badge tone="soon" icon="clock">
          {workTexts.soon(soon)}
        </Badge>
      )}
    </>
  );
}

function KindTabs() {
  const { data } = useWorkCounts();
  const tabs = data?.tabs ?? TAB_NAMES.map((id) => ({ id, isOpen: true, count: undefined }));
  const text = (id: WorkTab) => ({ id, text: WORK_TAB_NAMES[id] });

  return (
    <Tabs<WorkTab | 'all'>
      label={workTexts.tabs}
      tabs={[
        { id: 'all', text: workTexts.all, count: data?.all.count },
        ...tabs.filter(({ isOpen }) => isOpen).map(({ id, count }) => ({ ...text(id), count })),
        ...tabs
          .filter(({ isOpen }) => !isOpen)
          .map(({ id, count }) => ({ ...text(id), count, isLocked: true })),
      ]}
    />
  );
}

function OrderMenu({ order }: { readonly order: (typeof ORDERS)[number] }) {
  const [, change] = useAddressValues();

  return (
    <Menu
      label={workTexts.order}
      entries={ORDERS.map((id) => ({
        id,
        text: workTexts.orders[id],
        isChosen: id === order,
        run: () => change({ order: id === ORDERS[0] ? '' : id }),
      }))}
    >
      {workTexts.orders[order]}
      <Icon name="down" size={14} />
    </Menu>
  );
}

/** Items that the reader's roles do not open, so that their queue does not look empty. */
function Refused() {
  const { data } = useWorkCounts();
  if (data === undefined || data.refused.length === 0) return null;

  const parts = data.refused.map(({ kind, count, roles }) =>
    workTexts.refusedPart(count, WORK_KIND_NAMES[kind], roleNames(roles)),
  );

  return (
    <div className={style.refused}>
      <Icon name="lock" size={14} />
      <span>{workTexts.refused(parts.join('; '))}</span>
    </div>
  );
}

function KeysFoot() {
  return (
    <span className={style.claim}>
      {['J', 'K', 'C', 'U', 'Enter', 'F'].map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      {workTexts.keysFoot}
    </span>
  );
}
