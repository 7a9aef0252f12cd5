import { brokenExclusions, ROLES, type Role } from '@noren/core/staff/roles';
import { ROLE_NAMES } from '../../texts/permissions.ts';
import { staffTexts } from '../../texts/staff.ts';
import { CheckList } from '../../ui/fields.tsx';

const OPTIONS = ROLES.map((role) => ({ id: role, text: ROLE_NAMES[role] }));

interface RoleBoxesProps {
  readonly chosen: readonly Role[];
  readonly onChange: (roles: readonly Role[]) => void;
  readonly problem?: string | undefined;
}

/** Checkboxes for roles; names the roles that exclude each other. */
export function RoleBoxes({ chosen, onChange, problem }: RoleBoxesProps) {
  return (
    <CheckList
      label={staffTexts.roles}
      name="roles"
      options={OPTIONS}
      values={chosen}
      onChange={onChange}
      problem={exclusionProblem(chosen) ?? problem}
    />
  );
}

/** Why these roles exclude each other. */
export function exclusionProblem(roles: readonly Role[]): string | undefined {
  const broken = brokenExclusions(roles);
  if (broken.length === 0) return undefined;

  return staffTexts.excluded(broken.map(({ name }) => staffTexts.exclusionNames[name]).join('; '));
}
