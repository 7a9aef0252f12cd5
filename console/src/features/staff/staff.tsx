import type { StaffPerson } from '@noren/contract/staff/staff';
import { useStaffCall, useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { roleNames } from '../../texts/permissions.ts';
import { staffTexts } from '../../texts/staff.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Instant } from '../../ui/figures.tsx';
import { useAddressValues } from '../../ui/filter-bar.tsx';
import { Page, Tabs, useTab } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import { AccessReview, Exclusions } from './access-review.tsx';
import { Invite } from './invite.tsx';
import { Person } from './person.tsx';

const TABS = ['people', 'access', 'exclusions'] as const;

const TONES: Readonly<Record<StaffPerson['state'], Tone>> = {
  invited: 'soon',
  active: 'good',
  removed: 'bad',
};

const COLUMNS: readonly Column<StaffPerson>[] = [
  { id: 'name', isWrapped: true, header: staffTexts.name, cell: ({ name }) => name },
  { id: 'email', header: staffTexts.email, cell: ({ email }) => email },
  {
    id: 'roles',
    header: staffTexts.roles,
    cell: ({ roles }) => (roles.length === 0 ? staffTexts.noRole : roleNames(roles)),
  },
  {
    id: 'state',
    header: staffTexts.state,
    width: 100,
    cell: ({ state }) => <Badge tone={TONES[state]}>{staffTexts.states[state]}</Badge>,
  },
  {
    id: 'passkeys',
    header: staffTexts.passkeys,
    align: 'right',
    width: 90,
    cell: ({ passkeys }) => passkeys,
  },
  {
    id: 'seen',
    header: staffTexts.seen,
    width: 150,
    cell: ({ lastSeenAt }) =>
      lastSeenAt === null ? staffTexts.never : <Instant at={lastSeenAt} />,
  },
];

/** Staff: names, roles and open sessions. */
export function Staff() {
  const tab = useTab(TABS);
  const [values, change] = useAddressValues();
  const may = useMay();

  const mayInvite = may('propose.staff_invitation');
  const tabs = TABS.map((id) => ({ id, text: staffTexts[id] }));
  const side = tab === 'people' && values.person ? <Person staffId={values.person} /> : undefined;

  return (
    <Page
      title={staffTexts.title}
      acts={
        mayInvite && (
          <Button icon="plus" onPress={() => change({ invite: 'yes' })}>
            {staffTexts.invite}
          </Button>
        )
      }
      bar={<Tabs label={staffTexts.parts} tabs={tabs} />}
      side={side}
      isFlush={tab === 'people'}
    >
      {tab === 'people' && <People />}
      {tab === 'access' && <AccessReview />}
      {tab === 'exclusions' && <Exclusions />}
      {mayInvite && values.invite === 'yes' && <Invite onClose={() => change({ invite: '' })} />}
    </Page>
  );
}

function People() {
  const { paging, ...rows } = useStaffPages('staffList', { query: {} }, pagesByNext<StaffPerson>());
  const isAlone = useStaffCall('staffList', { query: {} }).data?.isAloneAllowed === true;
  const [, change] = useAddressValues();

  return (
    <DataTable
      label={staffTexts.people}
      columns={COLUMNS}
      rows={rows}
      paging={paging}
      toId={({ staffId }) => staffId}
      empty={staffTexts.none}
      onOpen={({ staffId }) => change({ person: staffId })}
      foot={isAlone ? staffTexts.inviteAlone : undefined}
    />
  );
}
