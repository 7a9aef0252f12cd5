import { isRole, type Role } from '@noren/core/staff/roles';
import { readDatabaseNow } from '../platform/clock/clock-store.ts';
import { readDatabaseConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { readConsoleAddress } from '../platform/config/console-address.ts';
import { makeCommandPool, makeDb } from '../platform/db/db.ts';
import { appendStaffAct } from '../platform/staff/audit-chain-store.ts';
import { makeInvitation } from '../platform/staff/staff-invitation-store.ts';
import {
  addStaff,
  endAccess,
  findStaffByEmail,
  listStaffWithRole,
  lockStaff,
  reinviteStaff,
  setRoles,
} from '../platform/staff/staff-store.ts';
import { waitForTurn } from '../platform/staff/turn-store.ts';
import { runCommand } from './run-command.ts';

const USAGE =
  'npm run staff -- invite NAME EMAIL --role administrator, or for one who lost every passkey: npm run staff -- reinvite EMAIL';

/**
 * `npm run staff`: makes the first administrator's invitation, on the server. Once two
 * administrators are there, they invite everybody else in the console. When one of only two lost
 * every passkey, nobody there can: then it invites that one again.
 */
await runCommand(async () => {
  console.info(await run(process.argv.slice(2)));
  return 0;
});

async function run(args: readonly string[]): Promise<string> {
  const at = args.indexOf('--role');
  const role = at === -1 ? 'administrator' : (args[at + 1] ?? '');
  const [command, ...words] = args.filter(
    (_, index) => at === -1 || (index !== at && index !== at + 1),
  );
  if (command === 'reinvite') return buildLink((url) => reinvite(url, words[0] ?? ''));

  const [name = '', email = ''] = words;
  if (command !== 'invite' || name.trim().length < 2 || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new ConfigError(USAGE);
  if (!isRole(role) || role !== 'administrator')
    throw new ConfigError(`Only an administrator is invited here; others in the console. ${USAGE}`);

  return buildLink((url) => invite(url, { name: name.trim(), email, role }));
}

async function buildLink(make: (url: string) => Promise<string>): Promise<string> {
  const { DATABASE_URL, NOREN_CONSOLE_ORIGIN, NOREN_DATA, PORT, NOREN_CONSOLE_PORT } =
    readDatabaseConfig(process.env);
  const token = await make(DATABASE_URL);
  const running = NOREN_CONSOLE_PORT === undefined ? readConsoleAddress(NOREN_DATA) : undefined;
  const origin =
    NOREN_CONSOLE_ORIGIN ?? running ?? `http://localhost:${NOREN_CONSOLE_PORT ?? PORT + 1}`;

  return `Open this link within 24 hours; it works once:\n${origin}/enrol#${token}`;
}

async function invite(
  url: string,
  invited: { name: string; email: string; role: Role },
): Promise<string> {
  const db = makeDb(makeCommandPool(url, 2));
  try {
    const now = await readDatabaseNow(db);

    return await db.transaction().execute(async (tx) => {
      await waitForTurn(tx);

      const administrators = await listStaffWithRole(tx, 'administrator');
      const real = administrators.filter(({ isSandbox }) => !isSandbox);
      if (real.length >= 2)
        throw new ConfigError(
          'Two administrators are there already: they invite others in the console.',
        );

      const known = await findStaffByEmail(tx, invited.email);
      if (known?.state === 'active')
        throw new ConfigError('Somebody with this address signs in already.');

      const staffId =
        known?.staffId ??
        (await addStaff(tx, { name: invited.name, email: invited.email, state: 'invited', now }));
      await setRoles(tx, staffId, [invited.role], now);

      const token = await makeInvitation(tx, staffId, now);
      await appendStaffAct(tx, {
        at: now,
        staffId: null,
        action: 'staff_invited_by_command',
        subject: staffId,
      });

      return token;
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Ends what an administrator who lost every passkey signs in with, while too few others are there
 * to do it in the console.
 */
async function reinvite(url: string, email: string): Promise<string> {
  const db = makeDb(makeCommandPool(url, 2));
  try {
    const now = await readDatabaseNow(db);

    return await db.transaction().execute(async (tx) => {
      const administrators = await listStaffWithRole(tx, 'administrator');
      const real = administrators.filter(({ isSandbox }) => !isSandbox);
      const person = real.find((one) => one.email === email.toLowerCase());
      if (!person)
        throw new ConfigError(
          `No administrator who has signed in has the address ${email}. ${USAGE}`,
        );
      if (real.length > 2)
        throw new ConfigError(
          'Two other administrators are there: they invite this one again in the console.',
        );

      await lockStaff(tx, person.staffId);
      await endAccess(tx, person.staffId, now);
      await reinviteStaff(tx, person.staffId);

      const token = await makeInvitation(tx, person.staffId, now);
      await appendStaffAct(tx, {
        at: now,
        staffId: null,
        action: 'staff_reinvited_by_command',
        subject: person.staffId,
      });

      return token;
    });
  } finally {
    await db.destroy();
  }
}
