import { brokenExclusions, ROLES, type Role } from '@noren/core/staff/roles';
import { ROLE_NAMES } from '../../texts/permissions.ts';
import { staffTexts } from '../../texts/staff.ts';

interface RoleBoxesProps {
  readonly chosen: readonly Role[];
  readonly onChange: (roles: readonly Role[]) => void;
}

/** Checkboxes for roles; names the roles that exclude each other. */
export function RoleBoxes({ chosen, onChange }: RoleBoxesProps) {
  const problem = exclusionProblem(chosen);
  return (
    <fieldset>
      <legend>{staffTexts.roles}</legend>
      {ROLES.map((role) => (
        <label key={role}>
          <input
            type="checkbox"
            name="roles"
            value={role}
            checked={chosen.includes(role)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, role] : chosen.filter((other) => other !== role))
            }
          />{' '}
          {ROLE_NAMES[role]}
          <br />
        </label>
      ))}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </fieldset>
  );
}

/** Why these roles exclude each other. */
export function exclusionProblem(roles: readonly Role[]): string | undefined {
  const broken = brokenExclusions(roles);
  if (broken.length === 0) return undefined;
  return staffTexts.excluded(broken.map(({ name }) => staffTexts.exclusionNames[name]).join('; '));
}
