import { EXCLUSIONS, type Exclusion } from '@noren/core/staff/roles';
import type { StaffAnswer } from '../../api/client.ts';
import { callStaffFile } from '../../api/file.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { permissionName, roleNames } from '../../texts/permissions.ts';
import { staffTexts } from '../../texts/staff.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Columns, Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';

type Row = StaffAnswer<'accessReview'>['rows'][number];

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', isWrapped: true, header: staffTexts.name, cell: ({ name }) => name },
  { id: 'roles', header: staffTexts.roles, cell: ({ roles }) => roleNames(roles) },
  {
    id: 'permissions',
    header: staffTexts.permissions,
    align: 'right',
    cell: ({ permissions }) => (
      <span title={permissions.map(permissionName).join('\n')}>{permissions.length}</span>
    ),
  },
  {
    id: 'last',
    header: staffTexts.lastAct,
    cell: ({ lastActs }) => {
      const last = Math.max(0, ...lastActs.map(({ at }) => at));
      return last === 0 ? staffTexts.never : <Instant at={last} />;
    },
  },
];

/** Permissions of each person, and when each was last used. */
export function AccessReview() {
  const review = useStaffCall('accessReview');

  return (
    <Panel
      title={staffTexts.access}
      acts={
        <DownloadButton
          text={staffTexts.accessFile}
          onFetch={() => callStaffFile('accessReviewFile', { body: {} })}
        />
      }
      isFlush
    >
      <DataTable
        label={staffTexts.access}
        columns={COLUMNS}
        rows={{ ...review, data: review.data?.rows }}
        toId={({ staffId }) => staffId}
        empty={staffTexts.none}
      />
    </Panel>
  );
}

/** Exclusions of permissions, in words. */
export function Exclusions() {
  return (
    <>
      <p>{staffTexts.exclusionsAbout}</p>
      <p>{staffTexts.ownRequest}</p>
      <Columns least={380}>
        {EXCLUSIONS.map(({ name, one, other }) => (
          <Panel key={name} title={staffTexts.exclusionNames[name]}>
            <Side title={staffTexts.one} permissions={one} />
            <Side title={staffTexts.other} permissions={other} />
          </Panel>
        ))}
      </Columns>
    </>
  );
}

function Side({
  title,
  permissions,
}: {
  readonly title: string;
  readonly permissions: Exclusion['one'];
}) {
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {permissions.map((permission) => (
          <li key={permission}>{permissionName(permission)}</li>
        ))}
      </ul>
    </>
  );
}
