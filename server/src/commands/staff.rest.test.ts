import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { forgetConsoleAddress, noteConsoleAddress } from '../platform/config/console-address.ts';
import { verifyAuditChain } from '../platform/staff/audit-chain-store.ts';
import { enrolWith, useConsole } from '../testing/staff.ts';
import { useApp } from '../testing/use-app.ts';

const MAIN = fileURLToPath(new URL('./staff.ts', import.meta.url));
const app = await useApp();
const desk = await useConsole(app);

/** Runs the command as `npm run staff -- …` does. */
function staff(...args: string[]): Promise<string> {
  return staffWith({}, ...args);
}

function staffWith(settings: Readonly<Record<string, string>>, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: app.deps.config.DATABASE_URL, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

test('the link leads to the console running on the data folder, unless a setting names another', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'noren-staff-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));

  const invite = (settings = {}) =>
    staffWith({ NOREN_DATA: dataDir, ...settings }, 'invite', 'Lata Menon', 'lata@lender.example');
  noteConsoleAddress(dataDir, 'http://localhost:41827');

  expect(await invite()).toContain('http://localhost:41827/enrol#');
  expect(await invite({ NOREN_CONSOLE_PORT: '41900' })).toContain('http://localhost:41900/enrol#');

  forgetConsoleAddress(dataDir);
  expect(await invite({ PORT: '4000' })).toContain('http://localhost:4001/enrol#');
});

test('one of two administrators who lost every passkey is invited again, on the record; one of three is not', async () => {
  const gita = await desk.enrolled('Gita Reddy', ['administrator']);
  const ravi = await desk.enrolled('Ravi Rao', ['administrator']);

  expect(await staff('reinvite', 'nobody@lender.example')).toContain(
    'No administrator who has signed in has the address',
  );

  const [, token = ''] =
    /enrol#(\S+)/.exec(await staff('reinvite', 'Gita.Reddy@lender.example')) ?? [];
  expect(await gita.send('staffMe')).toMatchObject({ ok: false });
  expect(await ravi.send('staffMe')).toMatchObject({ ok: true });
  await enrolWith(gita, desk.origin, token);
  expect(await gita.send('staffMe')).toMatchObject({ ok: true });

  const acts = await app.deps.db
    .selectFrom('staff_audit')
    .select(['action', 'subject', 'staffId'])
    .execute();
  expect(acts).toContainEqual({
    action: 'staff_reinvited_by_command',
    subject: gita.staffId,
    staffId: null,
  });
  expect((await verifyAuditChain(app.deps.db)).broken).toBeNull();
  await desk.enrolled('Meera Nair', ['administrator']);
  expect(await staff('reinvite', 'ravi.rao@lender.example')).toContain(
    'Two other administrators are there',
  );
  expect(await ravi.send('staffMe')).toMatchObject({ ok: true });
});
