import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { listEgress } from './egress.ts';
import { forgetSecrets, needsSecret, SECRETS, type SecretName } from './secrets.ts';

const base = { DATABASE_URL: 'postgres://u@127.0.0.1:5432/noren' };
const key = Buffer.alloc(32, 7).toString('base64');

describe('secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noren-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const writeSecretFile = (text: string): string => {
    const path = join(folder, randomUUID());
    writeFileSync(path, text, { mode: 0o400 });
    return path;
  };

  const production = {
    ...base,
    NOREN_MODE: 'production',
    HOST: '127.0.0.1',
    NOREN_LENDER_FILE: '/etc/noren/lender.json',
    NOREN_APP_HOST: 'loans.example',
    NOREN_RAZORPAY_KEY_ID: 'rzp_live_a1',
    NOREN_RAZORPAYX_KEY_ID: 'rzp_live_b2',
    NOREN_RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316',
    NOREN_MSG91_TEMPLATES_FILE: '/etc/noren/templates.json',
    NOREN_OIDC_ISSUER: 'https://login.lender.example',
    NOREN_OIDC_CLIENT_ID: 'noren',
    NOREN_OIDC_HOSTS: 'tokens.lender.example,keys.lender.example',
    NOREN_PAPERS_CERTIFICATE_FILE: '/etc/noren/lender.p12',
    NOREN_PAN_API_KEY: 'key_live_a1',
    NOREN_CARD_CERTIFICATES: '/etc/noren/cards',
    NOREN_DIGILOCKER_CLIENT_ID: 'AB12CD34',
    NOREN_DIGILOCKER_CERTIFICATES: '/etc/noren/digilocker',
    NOREN_SANCTIONS_UN_URL: 'https://lists.example/consolidated.xml',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.lender.example:4318',
    NOREN_MAIL_SERVER: 'smtps://mail.lender.example:465',
    NOREN_MAIL_FROM: 'papers@lender.example',
    NOREN_MAIL_USER: 'papers',
    NOREN_MAIL_DKIM_SELECTOR: 'noren',
    NOREN_VAPID_PUBLIC_KEY: 'B'.repeat(87),
    NOREN_VAPID_SUBJECT: 'mailto:ops@noren.example',
  };
  const values: Partial<Record<SecretName, string>> = {
    NOREN_FIELD_KEY: key,
    NOREN_FIELD_KEYS_OLD: `2:${key}`,
    NOREN_HASH_KEY: key,
    NOREN_HASH_KEYS_OTHER: `3:${key}`,
    NOREN_HASH_KEYS_RETIRED: `2:${key}`,
    NOREN_SEAL_KEY: 'k1.a.b',
    NOREN_SEAL_KEY_OLD: 'k0.a.b',
    NOREN_RAZORPAY_KEY_SECRET: 's1',
    NOREN_RAZORPAYX_KEY_SECRET: 's2',
    NOREN_MSG91_AUTH_KEY: 'an auth key of MSG91',
    NOREN_VAPID_PRIVATE_KEY: 'p'.repeat(43),
    NOREN_OIDC_CLIENT_SECRET: 'a secret of it',
    NOREN_STAFF_HOOK_URL: 'https://chat.lender.example/hook',
  };
  const pickSample = (name: SecretName): string => values[name] ?? 'sixteen letters 1';
  const own = (Object.keys(SECRETS) as SecretName[]).filter(
    (name) => SECRETS[name].length > 0 && name !== 'DATABASE_URL',
  );
  const roles = ['api', 'jobs', 'console'] as const;
  /** What production starts without. */
  const OPTIONAL = /_(OLD|OTHER|RETIRED)$|^OTEL_/;

  const makeSettings = (role: (typeof roles)[number]) => ({
    ...production,
    NOREN_ROLE: role,
    ...Object.fromEntries(
      own.filter((name) => needsSecret(role, name)).map((name) => [name, pickSample(name)]),
    ),
  });

  test.each(roles)('a process with NOREN_ROLE=%s starts with those that it needs', (role) => {
    const config = readConfig(makeSettings(role));
    expect(config).toMatchObject({ isSandbox: false, NOREN_ROLE: role });
    expect(config.razorpay?.keySecret ?? null).toBe(role === 'console' ? null : 's1');
    expect(config.razorpayX?.webhookSecrets).toHaveLength(role === 'api' ? 2 : 0);
    expect(config.vapid?.privateKey ?? null).toBe(role === 'jobs' ? 'p'.repeat(43) : null);
    expect(config.oidc?.clientSecret ?? null).toBe(role === 'console' ? 'a secret of it' : null);
  });

  test.each(roles)(
    'a process with NOREN_ROLE=%s refuses every other, and asks for its own',
    (role) => {
      const settings = makeSettings(role);
      const foreign = own.filter((name) => !needsSecret(role, name));

      expect(foreign.length).toBeGreaterThan(0);

      for (const name of foreign)
        expect(() => readConfig({ ...settings, [name]: pickSample(name) }), name).toThrow(
          `${name} is not usable: NOREN_ROLE=${role} has no use for it`,
        );

      for (const name of own.filter((one) => needsSecret(role, one) && !OPTIONAL.test(one)))
        expect(() => readConfig({ ...settings, [name]: '' }), name).toThrow(`${name} is missing`);
    },
  );

  test.each([
    ['the tables’ owner', 'NOREN_OWNER_DATABASE_URL', 'npm run migrate alone'],
    ['the database that a restore replaced', 'NOREN_FORMER_DATABASE_URL', 'npm run restore alone'],
  ])('no process of production takes the address of %s', (_, name, says) => {
    for (const role of roles)
      expect(() =>
        readConfig({ ...makeSettings(role), [name]: 'postgres://u:p@127.0.0.1/noren' }),
      ).toThrow(says);
  });

  test.skipIf(process.platform === 'win32')(
    'production takes no file that every account may open',
    () => {
      const { NOREN_HASH_KEY, ...rest } = makeSettings('jobs') as Record<string, string>;
      const path = writeSecretFile(key);
      const run = () => readConfig({ ...rest, NOREN_HASH_KEY_FILE: path });

      expect(run()).toMatchObject({ NOREN_HASH_KEY });
      chmodSync(path, 0o440);
      expect(run()).toMatchObject({ NOREN_HASH_KEY });
      chmodSync(path, 0o644);
      expect(run).toThrow(
        'NOREN_HASH_KEY_FILE is not usable: every account of the machine may open the file (mode 644): chmod 400 it',
      );
      expect(readConfig({ ...base, NOREN_HASH_KEY_FILE: path })).toMatchObject({ isSandbox: true });
    },
  );

  test('each may be the content of a file, and then the environment holds none', () => {
    const env: Record<string, string | undefined> = {
      ...production,
      DATABASE_URL: undefined,
      DATABASE_URL_FILE: writeSecretFile(`${base.DATABASE_URL}\n`),
      NOREN_ROLE: 'all',
      ...Object.fromEntries(
        own.map((name) => [`${name}_FILE`, writeSecretFile(`${pickSample(name)}\n`)]),
      ),
    };
    expect(readConfig(env)).toMatchObject({
      ...base,
      NOREN_HASH_KEY: key,
      razorpay: { keySecret: 's1', webhookSecrets: ['sixteen letters 1', 'sixteen letters 1'] },
      oidc: { clientSecret: 'a secret of it' },
    });
  });

  test('what was set is forgotten by the environment', () => {
    const env: Record<string, string | undefined> = { ...makeSettings('api'), PATH: '/bin' };
    forgetSecrets(env);
    expect(Object.keys(env).filter((name) => Object.hasOwn(SECRETS, name))).toEqual([]);
    expect(env).toMatchObject({ PATH: '/bin', NOREN_APP_HOST: 'loans.example' });
  });

  test('a file that cannot be read, is empty or stands beside the value stops the start', () => {
    const at =
      (NOREN_HASH_KEY_FILE: string, more = {}) =>
      () =>
        readConfig({ ...base, NOREN_HASH_KEY_FILE, ...more });

    expect(at(join(folder, 'none'))).toThrow(
      'NOREN_HASH_KEY_FILE is not usable: the file cannot be read (ENOENT)',
    );
    expect(at(writeSecretFile('\n'))).toThrow(
      'NOREN_HASH_KEY_FILE is not usable: the file is empty',
    );
    expect(at(writeSecretFile(key), { NOREN_HASH_KEY: key })).toThrow('NOREN_HASH_KEY is set too');
    expect(at(writeSecretFile('short'))).toThrow(
      'NOREN_HASH_KEY is not usable: must be 32 bytes in base64',
    );
  });

  describe('docs/security.md', () => {
    const page = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8');

    /** Rows of a section's table: the cells, without those of its head. */
    const parseRows = (title: string): string[][] => {
      const [, section = ''] = new RegExp(`\\n## ${title}\\n(.*?)(\\n## |$)`, 's').exec(page) ?? [];
      const lines = section.split('\n').filter((line) => line.startsWith('| '));

      return lines.slice(1).map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    };

    const listRoles = ([, ...cells]: string[]) =>
      roles.filter((_, index) => cells[index] === 'yes');
    const namesIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

    test('says which process gets each secret', () => {
      const documented = parseRows('Secrets').flatMap((row) =>
        namesIn(row[0]).map((name) => [name, listRoles(row)]),
      );
      expect(Object.fromEntries(documented)).toEqual(SECRETS);
      expect(documented).toHaveLength(Object.keys(SECRETS).length);
    });

    test('lists every host that a process connects to, and no other', () => {
      const rows = parseRows('Connections out');

      const listHosts = (row: string[]): string[] => {
        const [host] = namesIn(row[0]);
        if (host) return [host];
        const value = { ...values, ...production }[namesIn(row[5])[0] as keyof typeof production];
        return URL.canParse(value) ? [new URL(value).host] : value.split(',');
      };

      for (const role of roles) {
        const documented = rows.filter((row) => listRoles(row).includes(role)).flatMap(listHosts);
        expect(listEgress(readConfig(makeSettings(role))).toSorted(), role).toEqual(
          documented.toSorted(),
        );
      }

      const providers = ['./providers.ts', './identity-providers.ts']
        .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
        .join('\n');
      const addresses = [
        ...providers.matchAll(/^ {2}(NOREN_\w+_(?:BASE_URL|ISSUER|HOSTS)):/gm),
      ].map(([, name]) => name);

      expect(
        [...new Set(rows.map((row) => namesIn(row[5])[0]))].filter(
          (name) => !name?.includes('VAPID'),
        ),
      ).toEqual(expect.arrayContaining(addresses));
    });
  });

  describe('compose.yaml', () => {
    const compose = readFileSync(new URL('../../../../compose.yaml', import.meta.url), 'utf8');
    const readBlock = (name: string, indent: string): string =>
      new RegExp(`^${indent}${name}:.*\\n((?:${indent} .*\\n|\\n)*)`, 'm').exec(compose)?.[1] ?? '';

    const settingsIn = (text: string) =>
      Object.fromEntries(
        [...text.matchAll(/^ +([A-Z][A-Z0-9_]+): '?([^'\n]+)'?$/gm)].map(([, name, value]) => [
          name!,
          value!,
        ]),
      );

    test.each(roles)(
      'gives the process with NOREN_ROLE=%s the files of the secrets that it needs, and it starts',
      (role) => {
        const service = readBlock(role, '  ');
        const environment = {
          ...settingsIn(readBlock('x-environment', '')),
          ...settingsIn(service),
        };

        expect(environment.NOREN_ROLE).toBe(role);

        const files = Object.entries(environment).filter(([, value]) =>
          value.startsWith('/run/secrets/'),
        );
        const mounted = /secrets: \[(.*)\]/.exec(service)?.[1]?.split(', ') ?? [];

        expect(files.map(([, path]) => path.replace('/run/secrets/', '')).toSorted()).toEqual(
          mounted.toSorted(),
        );

        for (const name of mounted)
          expect(readBlock('secrets', ''), name).toContain(
            `  ${name}: { file: ./secrets/${name} }`,
          );

        const given = files
          .map(([name]) => name.replace(/_FILE$/, ''))
          .map((name) => [
            `${name}_FILE`,
            writeSecretFile(
              name === 'DATABASE_URL'
                ? 'postgres://u:p@db:5432/noren'
                : pickSample(name as SecretName),
            ),
          ]);
        const { DATABASE_URL, HOST, ...shared } = production;
        const optional = /OIDC|VAPID|STAFF_HOOK|PAPERS|MAIL|_PAN_|DIGILOCKER/;
        const settings = Object.entries(shared).filter(([name]) => !optional.test(name));
        const env = {
          ...Object.fromEntries(settings),
          ...environment,
          ...Object.fromEntries(given),
        };

        expect(readConfig(env)).toMatchObject({ NOREN_ROLE: role, isSandbox: false });

        const needed = own.filter(
          (name) => needsSecret(role, name) && !optional.test(name) && !OPTIONAL.test(name),
        );
        expect(given.map(([name]) => name!.replace(/_FILE$/, '')).toSorted()).toEqual(
          [...needed, 'DATABASE_URL'].toSorted(),
        );
      },
    );
  });
});
