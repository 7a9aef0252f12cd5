import { fileURLToPath } from 'node:url';
import { type Call, findPermission } from '@noren/contract/call';
import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { EXCLUSIONS, mayUse, ROLE_PERMISSIONS, ROLES, type Role } from '@noren/core/staff/roles';
import { expect, test } from 'vitest';
import { useConsole } from '../src/testing/staff.ts';
import { useApp } from '../src/testing/use-app.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/staff-permissions.md', import.meta.url));
const calls = Object.entries(STAFF_CALLS) as [StaffCallName, Call][];

function isAllowed(role: Role, call: Call): boolean {
  const permission = findPermission(call);
  return permission === null || mayUse([role], permission);
}

/**
 * The printed matrix: `vitest run -u --project server staff-permissions` writes it from the
 * declarations.
 */
function render(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const heads = ROLES.map((role) => role.replaceAll('_', ' '));
  const kinds = [
    ...new Set(ROLES.flatMap((role) => ROLE_PERMISSIONS[role]).flatMap(listKinds)),
  ].toSorted();

  return [
    '# Who may do what',
    '',
    'Written from the declarations in `contract/src/staff` and `core/src/staff`; a test sends every call as every role and compares.',
    '✓: the role may. 🔑: each use needs a new passkey assertion.',
    '',
    '## Calls',
    '',
    line(['call', 'permission', ...heads]),
    line(['---', '---', ...ROLES.map(() => ':-:')]),
    ...calls.map(([name, call]) =>
      line([
        `\`${name}\`${call.needsPasskey ? ' 🔑' : ''}`,
        findPermission(call) ?? String(call.who),
        ...ROLES.map((role) => (isAllowed(role, call) ? '✓' : '')),
      ]),
    ),
    '',
    '## Requests that need two people',
    '',
    'P: may propose; A: may approve what somebody else proposed.',
    '',
    line(['kind', ...heads]),
    line(['---', ...ROLES.map(() => ':-:')]),
    ...kinds.map((kind) =>
      line([
        kind,
        ...ROLES.map((role) =>
          [
            mayUse([role], `propose.${kind}` as never) ? 'P' : '',
            mayUse([role], `approve.${kind}` as never) ? 'A' : '',
          ].join(''),
        ),
      ]),
    ),
    '',
    '## Exclusions',
    '',
    'Nobody has a permission of the left and one of the right together; refused when roles are given, and again at each use.',
    '',
    line(['name', 'one', 'the other']),
    line(['---', '---', '---']),
    ...EXCLUSIONS.map(({ name, one, other }) => line([name, one.join(', '), other.join(', ')])),
    '',
  ].join('\n');
}

function listKinds(permission: string): string[] {
  const [act, kind] = permission.split('.') as [string, string];
  return act === 'propose' || act === 'approve' ? [kind] : [];
}

test('the printed matrix is that of the declarations', async () => {
  await expect(render()).toMatchFileSnapshot(DOCUMENT);
});

const app = await useApp();
const desk = await useConsole(app);

test.each(ROLES)('every declared call answers %s as the matrix says', async (role) => {
  for (const [name, call] of calls) {
    // Signing out ends the session; each call has its own.
    const client = await desk.as(role);
    const params = Object.fromEntries(
      [...call.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, 'x']),
    );
    const result = await client.send(name, { params });
    // A handler may look closer, at the kind of a request or a review, and then names another
    // permission.
    const needed = result.ok
      ? undefined
      : (result.error.data as { permission?: string } | undefined)?.permission;
    const isForbidden =
      !result.ok && result.error.code === 'forbidden' && needed === findPermission(call);

    expect(isForbidden, `${name} as ${role}: ${result.status}`).toBe(!isAllowed(role, call));
  }
});

test('nobody who is not signed in is answered, but to sign in', async () => {
  for (const [name, call] of calls) {
    const params = Object.fromEntries(
      [...call.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, 'x']),
    );
    const result = await desk.client().send(name, { params });
    if (call.who !== 'anyone') expect([name, result.status]).toEqual([name, 401]);
  }
});
