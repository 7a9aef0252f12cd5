import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { useMay, useSignedIn } from '../../api/session.tsx';
import { ROLE_NAMES, roleNames } from '../../texts/permissions.ts';
import { staffTexts } from '../../texts/staff.ts';
import { Button } from '../../ui/button.tsx';
import { Instant } from '../../ui/figures.tsx';
import { useAddressValues } from '../../ui/filter-bar.tsx';
import { KeyValues, Panel } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import { PersonActs } from './person-acts.tsx';

type PersonAnswer = StaffAnswer<'staffPerson'>;

/** One member of staff: roles, passkeys, sessions and administrator actions. */
export function Person({ staffId }: { readonly staffId: string }) {
  const person = useStaffCall('staffPerson', { params: { staffId } });
  const [, change] = useAddressValues();
  const may = useMay();
  const { staffId: me } = useSignedIn();

  return (
    <Answer of={person}>
      {(found) => (
        <Panel
          title={found.person.name}
          acts={
            <Button tone="quiet" icon="left" onPress={() => change({ person: '' })}>
              {staffTexts.close}
            </Button>
          }
        >
          <Facts found={found} />

          {may('staff.manage') && me !== staffId && found.person.state !== 'removed' && (
            <PersonActs person={found.person} />
          )}
        </Panel>
      )}
    </Answer>
  );
}

function Facts({ found }: { readonly found: PersonAnswer }) {
  const { person, roles, passkeys, sessions, invitedUntil } = found;

  const when = (at: number | null, otherwise: string) =>
    at === null ? otherwise : <Instant at={at} />;

  return (
    <>
      <KeyValues
        rows={[
          [staffTexts.email, person.email],
          [staffTexts.state, staffTexts.states[person.state]],
          [
            staffTexts.roles,
            person.roles.length === 0 ? staffTexts.noRole : roleNames(person.roles),
          ],
          ...(invitedUntil === null
            ? []
            : [[staffTexts.invitedUntil, <Instant key="until" at={invitedUntil} />] as const]),
        ]}
      />

      <h3>{staffTexts.passkeys}</h3>
      {passkeys.length === 0 ? (
        <p>{staffTexts.noPasskey}</p>
      ) : (
        <KeyValues
          rows={passkeys.map(({ name, lastUsedAt }) => [name, when(lastUsedAt, staffTexts.never)])}
        />
      )}

      <h3>{staffTexts.sessions}</h3>
      {sessions.length === 0 ? (
        <p>{staffTexts.noSession}</p>
      ) : (
        <KeyValues
          rows={sessions.map(({ browser, lastSeenAt }) => [
            browser,
            when(lastSeenAt, staffTexts.never),
          ])}
        />
      )}

      <h3>{staffTexts.history}</h3>
      <KeyValues
        rows={roles.map(({ role, endedAt }) => [ROLE_NAMES[role], when(endedAt, staffTexts.still)])}
      />
    </>
  );
}
