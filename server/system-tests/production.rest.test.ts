import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeClient } from '@noren/contract/client';
import { CALLS } from '@noren/contract/index';
import { LANGUAGE_CODES } from '@noren/contract/languages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxLender } from '../src/borrower/public/app-config.ts';
import { takeSmsConstants } from '../src/notifications/registered-texts.ts';
import { SMS_TEMPLATES } from '../src/notifications/sms-templates.ts';
import { makeSealKeyText } from '../src/platform/crypto/sealing.ts';
import { type Msg91Double, startMsg91Double } from '../src/testing/msg91-double.ts';
import { freePort, killLeftovers, startProcess } from '../src/testing/own-process.ts';
import { newProgramUrl, runMigrate } from '../src/testing/program-role.ts';
import { startApp, type TestApp } from '../src/testing/start-app.ts';
import { asAdmin } from '../src/testing/template.ts';
import { successData } from '../src/testing/users.ts';

let app: TestApp;
let programUrl: string;
let double: Msg91Double;

beforeAll(async () => {
  app = await startApp();
  programUrl = newProgramUrl(app.deps.config.DATABASE_URL);
  expect(runMigrate(app.deps.config.DATABASE_URL, programUrl)).toEqual({ status: 0, stderr: '' });
  double = await startMsg91Double();
});

afterAll(async () => {
  killLeftovers();
  await double.close();
  await app.stop();
});

const key = () => randomBytes(32).toString('base64');

/** Production settings; writes the files that they name. */
async function productionEnv(templates: object): Promise<Record<string, string>> {
  const { NOREN_DATA: dataDir } = app.deps.config;
  const [lenderFile, templatesFile] = [
    join(dataDir, 'lender.json'),
    join(dataDir, 'templates.json'),
  ];

  await writeFile(lenderFile, JSON.stringify(sandboxLender));

  const constants = takeSmsConstants('loans.example', sandboxLender);
  await writeFile(templatesFile, JSON.stringify({ constants, ...templates }));

  return {
    NOREN_MODE: 'production',
    // Its own lines, each of which is JSON.
    NOREN_LOG_LEVEL: 'info',
    NOREN_FIELD_KEY: key(),
    NOREN_HASH_KEY: key(),
    NOREN_SEAL_KEY: await makeSealKeyText('p1'),
    NOREN_LENDER_FILE: lenderFile,
    NOREN_APP_HOST: 'loans.example',
    NOREN_RAZORPAY_KEY_ID: 'rzp_live_a1',
    NOREN_RAZORPAY_KEY_SECRET: 's1',
    NOREN_RAZORPAY_WEBHOOK_SECRET: 'sixteen letters 1',
    NOREN_RAZORPAYX_KEY_ID: 'rzp_live_b2',
    NOREN_RAZORPAYX_KEY_SECRET: 's2',
    NOREN_RAZORPAYX_WEBHOOK_SECRET: 'sixteen letters 2',
    NOREN_RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316',
    NOREN_MSG91_AUTH_KEY: double.access.authKey!,
    NOREN_MSG91_WEBHOOK_SECRET: 'sixteen letters 3',
    NOREN_MSG91_TEMPLATES_FILE: templatesFile,
    NOREN_MSG91_BASE_URL: double.access.baseUrl,
    NOREN_IFSC_BASE_URL: 'http://127.0.0.1:9',
  };
}

test('an unusable templates file ends the program', async () => {
  const { NOREN_DATA: dataDir } = app.deps.config;
  const env = await productionEnv({ en: {} });
  const missing = LANGUAGE_CODES.length * SMS_TEMPLATES.length;
  await expect(
    startProcess({ databaseUrl: programUrl, dataDir, port: await freePort(), env }),
  ).rejects.toThrow(
    // Its line names the first of them, and what prints the whole file.
    new RegExp(
      `it ended with 1: [\\s\\S]*${missing} missing or wrong: en\\.login_code, .* \`npm run -s sms-templates\``,
    ),
  );
});

test('production does not start as a role that could alter its tables', async () => {
  const { DATABASE_URL: databaseUrl, NOREN_DATA: dataDir } = app.deps.config;
  const env = await productionEnv(double.templates);
  await expect(startProcess({ databaseUrl, dataDir, port: await freePort(), env })).rejects.toThrow(
    'production runs as one that owns none',
  );
});

test('production does not start on migrations of another text, nor as a role that may change its ledger', async () => {
  const { DATABASE_URL: ownerUrl, NOREN_DATA: dataDir } = app.deps.config;
  const env = await productionEnv(double.templates);
  const start = async () =>
    startProcess({ databaseUrl: programUrl, dataDir, port: await freePort(), env });
  const role = new URL(programUrl).username;

  await asAdmin(ownerUrl, async (owner) => {
    const { rows } = await owner.query(
      "select obj_description('kysely_migration'::regclass) as noted",
    );
    const note = (noted: string) => owner.query(`comment on table kysely_migration is '${noted}'`);

    await note(JSON.stringify({ ...JSON.parse(rows[0].noted), '009_operations': 'of a week ago' }));
    await expect(start()).rejects.toThrow(/another text \(009_operations, 1 in all\)/);
    await note(rows[0].noted);
    await owner.query(`grant pg_write_all_data to ${role}`);
    await expect(start()).rejects.toThrow(`revoke pg_write_all_data from ${role}`);
    await owner.query(`revoke pg_write_all_data from ${role}`);
  });
});

test('production starts, sends a code and signs its user in; nothing of the sandbox is served', async () => {
  const { NOREN_DATA: dataDir } = app.deps.config;
  const env = await productionEnv(double.templates);
  const running = await startProcess({
    databaseUrl: programUrl,
    dataDir,
    port: await freePort(),
    env,
  });

  try {
    for (const path of ['/sandbox', '/sandbox/api/messages'])
      expect((await fetch(running.url + path)).status).toBe(404);

    const deviceId = randomUUID();

    const open = (sealKey: Parameters<typeof makeClient>[0]['sealKey']) =>
      makeClient({
        base: running.url,
        now: () => Date.now(),
        makeRequestId: randomUUID,
        deviceId: () => deviceId,
        token: () => null,
        language: () => 'th',
        sealKey,
        fetch,
      });

    const client = open(successData(await open(null).send(CALLS.sealKey, {})));
    const { policyVersion, isSandbox } = successData(await client.send(CALLS.appConfig, {}));

    expect(isSandbox).toBe(false);
    // The page's first script requests it before the code that seals is loaded.
    expect(successData(await open(null).send(CALLS.draftKey, {})).key).toHaveLength(43);

    const phone = '9000000077';
    const { otpRef } = successData(await client.send(CALLS.sendOtp, { body: { phone, type: 1 } }));

    expect(double.taken).toMatchObject([
      {
        templateId: double.templates.th.login_code.templateId,
        recipient: { mobiles: `91${phone}`, code: expect.stringMatching(/^\d{4}$/) },
      },
    ]);

    const code = double.taken[0]?.recipient.code ?? '';
    const body = {
      phone,
      otpRef,
      code,
      agreed: true as const,
      policyVersion,
      language: 'th' as const,
    };

    expect(successData(await client.send(CALLS.checkOtpLogin, { body }))).toMatchObject({
      isNewUser: true,
    });

    const lines = running.output().trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toContain(
      'Noren is running in production',
    );
  } finally {
    await running.stop();
  }
});

test('a sandbox never starts on a database of production', async () => {
  const { DATABASE_URL: databaseUrl, NOREN_DATA: dataDir } = app.deps.config;
  await expect(startProcess({ databaseUrl, dataDir, port: await freePort() })).rejects.toThrow(
    'This database belongs to a production installation: a sandbox never starts on it. Set DATABASE_URL to another one.',
  );
});

test('production never starts on a database of a sandbox', async () => {
  const own = await startApp();
  try {
    const { DATABASE_URL: databaseUrl, NOREN_DATA: dataDir } = own.deps.config;
    await (await startProcess({ databaseUrl, dataDir, port: await freePort() })).stop();

    const env = await productionEnv(double.templates);
    await expect(
      startProcess({ databaseUrl, dataDir, port: await freePort(), env }),
    ).rejects.toThrow(
      'This database belongs to a sandbox: production never starts on it. Set DATABASE_URL to an empty one.',
    );
  } finally {
    await own.stop();
  }
});
