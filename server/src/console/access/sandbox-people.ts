import type { Role } from '@noren/core/staff/roles';
import type { Db, Tx } from '../../platform/db/db.ts';
import { transact } from '../../platform/db/transact.ts';
import { addStaff, findStaffByEmail, setRoles } from '../../platform/staff/staff-store.ts';
import { waitForTurn } from '../../platform/staff/turn-store.ts';

/** Two invented people of each role, so that one can approve what the other proposes. */
const NAMES: Readonly<Record<Role, readonly [first: string, second: string]>> = {
  support: ['Meera Iyer', 'Kabir Sethi'],
  reviewer: ['Devika Rao', 'Imran Qureshi'],
  credit_officer: ['Arjun Pillai', 'Nandini Shah'],
  payments: ['Lakshmi Menon', 'Farhan Ali'],
  collections: ['Rohit Desai', 'Sneha Kulkarni'],
  grievance_officer: ['Anita Bose', 'Thomas George'],
  nodal_officer: ['Ravi Krishnan', 'Sunita Joseph'],
  product_manager: ['Priya Nair', 'Vikram Joshi'],
  accountant: ['Harish Gupta', 'Leela Varma'],
  auditor: ['Zoya Khan', 'Samuel Dias'],
  administrator: ['Gita Reddy', 'Naveen Kumar'],
};

type Who = 'first' | 'second';

export const sandboxPersonName = (role: Role, who: Who): string =>
  NAMES[role][who === 'first' ? 0 : 1];

/** The id of a sandbox's person, who is added when first needed. */
export async function sandboxPerson(db: Db, role: Role, who: Who, now: number): Promise<string> {
  return transact(db, async (tx) => {
    await waitForTurn(tx);
    return sandboxPersonIn(tx, { name: sandboxPersonName(role, who), roles: [role] }, now);
  });
}

/** A sandbox's person by name, with these roles when added. */
export async function sandboxPersonIn(
  tx: Tx,
  { name, roles = [] }: { name: string; roles?: readonly Role[] },
  now: number,
): Promise<string> {
  const email = `${name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '.')}@sandbox.example`;
  const found = await findStaffByEmail(tx, email);
  if (found) return found.staffId;

  const staffId = await addStaff(tx, { name, email, state: 'active', isSandbox: true, now });
  await setRoles(tx, staffId, roles, now);

  return staffId;
}
