import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig, readDatabaseConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { SECRETS } from './secrets.ts';

const base = { DATABASE_URL: 'postgres://u@127.0.0.1:5432/noren' };
const key = Buffer.alloc(32, 7).toString('base64');

test('a sandbox needs nothing but its database', () => {
  expect(readConfig(base)).toMatchObject({
    isSandbox: true,
    plainWire: true,
    PORT: 3000,
    NOREN_ROLE: 'all',
  });
});

test('a sandbox listens on this machine alone unless HOST is set; production on every address', () => {
  expect(readConfig(base).HOST).toBe('127.0.0.1');
  expect(readConfig({ ...base, HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0');
});

test('an empty value counts as absent', () => {
  expect(readConfig({ ...base, PORT: '', NOREN_LOG_LEVEL: '' })).toMatchObject({
    PORT: 3000,
    NOREN_LOG_LEVEL: 'info',
  });
});

describe('a value that will not do stops the start with one line that names it', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_POOL', '1'],
    ['NOREN_DISTRIBUTED', 'yes'],
    ['NOREN_MODE', 'prod'],
    ['NOREN_ROLE', 'web'],
    ['NOREN_FIELD_KEY', 'short'],
    ['NOREN_FIELD_KEYS_OLD', '1'],
    ['NOREN_HASH_KEY_ID', '0'],
    ['NOREN_HASH_KEYS_OTHER', '2:short'],
    ['NOREN_HASH_KEYS_RETIRED', '1'],
    ['NOREN_PLAIN_WIRE', 'yes'],
    ['NOREN_LOG_LEVEL', 'loud'],
    ['NOREN_ADDRESS_RATE', '0'],
    ['NOREN_LATE_MS', '0'],
    ['NOREN_APP_HOST', 'https://loans.example'],
    ['NOREN_APP_HOST', 'loans.example:443'],
    ['NOREN_APP_HOST', 'l'.repeat(41)],
    ['NOREN_CODES_PER_HOUR', '0'],
    ['NOREN_WRONG_CODES_PER_HOUR', '9'],
  ])('%s=%s', (name, value) => {
    const run = () => readConfig({ ...base, [name]: value });
    expect(run).toThrow(ConfigError);
    expect(run).toThrow(new RegExp(`^${name} is not usable: [^\\n]+$`));
  });

  test('the address of a database that cannot be read is not repeated: its password would be', () => {
    const run = () => readConfig({ DATABASE_URL: 'postgres://noren:s3cr/et@db:5432/noren' });
    expect(run).toThrow(/^DATABASE_URL is not usable: it is no address: [^\n]+$/);
    expect(run).not.toThrow(/s3cr/);
  });

  test('an address with a replica that is none', () => {
    const standby = (text: string) => () =>
      readConfig({ DATABASE_URL: `postgres://u:p@db1/noren?standby=${text}` });
    for (const text of [
      'db2:x',
      'db2:5432:1',
      '',
      'postgres://db2',
      'noren:s3cret@db2',
      's3cret@db2',
    ])
      expect(standby(`db3&standby=${text}`)).toThrow(
        /^DATABASE_URL is not usable: standby number 2 must be host:port$/,
      );

    for (const text of ['db2', 'db2:5432', '10.0.0.2:5432', '[fd00::2]:5432', '[fd00::2]'])
      expect(standby(text)()).toMatchObject({ isSandbox: true });
  });

  test.each([
    'sslmode=verify-full&sslmode=disable',
    'host=127.0.0.1&host=db.far.example',
    'port=1&standby=a&port=2',
  ])('an address with a parameter twice, of which the driver would take the last: %s', (query) => {
    for (const NOREN_MODE of ['sandbox', 'production'])
      expect(() =>
        readDatabaseConfig({ NOREN_MODE, DATABASE_URL: `postgres://u:s3cret@db/noren?${query}` }),
      ).toThrow(/^DATABASE_URL is not usable: a parameter other than standby is there twice$/);
  });

  test('a new field key with the number of an old one', () => {
    const at = (NOREN_FIELD_KEYS_OLD: string) => () =>
      readConfig({ ...base, NOREN_FIELD_KEY_ID: '2', NOREN_FIELD_KEYS_OLD });
    expect(at(`1:${key}`)()).toMatchObject({ NOREN_FIELD_KEY_ID: 2 });
    expect(at(`1:${key},2:${key}`)).toThrow('two field keys have the id 2');
    expect(at(`1:${key},1:${key}`)).toThrow('two field keys have the id 1');
  });

  test('a misspelt one in production; a sandbox is started by tools that have settings of their own', () => {
    const more = { NOREN_FIELD_KEY_OLD: `1:${key}` };
    expect(readConfig({ ...base, ...more })).toMatchObject({ isSandbox: true });
    expect(() => readConfig({ ...base, ...more, NOREN_MODE: 'production' })).toThrow(
      'NOREN_FIELD_KEY_OLD is no setting: is it meant for NOREN_FIELD_KEYS_OLD?',
    );
  });

  test('no database', () => {
    expect(() => readConfig({})).toThrow('DATABASE_URL is missing');
  });
});

const razorpay = {
  NOREN_RAZORPAY_KEY_ID: 'rzp_test_a1',
  NOREN_RAZORPAY_KEY_SECRET: 's1',
  NOREN_RAZORPAY_WEBHOOK_SECRET: 'sixteen letters 1',
};

const razorpayX = {
  NOREN_RAZORPAYX_KEY_ID: 'rzp_test_b2',
  NOREN_RAZORPAYX_KEY_SECRET: 's2',
  NOREN_RAZORPAYX_WEBHOOK_SECRET: 'sixteen letters 2',
  NOREN_RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316',
};

describe('providers', () => {
  test('none unless set', () => {
    expect(readConfig({ ...base, NOREN_RAZORPAY_TIMEOUT_MS: '5000' })).toMatchObject({
      razorpay: null,
      razorpayX: null,
    });
  });

  test('a sandbox may use either with test keys', () => {
    expect(readConfig({ ...base, ...razorpay })).toMatchObject({
      razorpay: {
        baseUrl: 'https://api.razorpay.com',
        keyId: 'rzp_test_a1',
        webhookSecrets: ['sixteen letters 1'],
        channels: ['upi', 'bank_transfer', 'payment_link'],
        timeoutMs: 10_000,
      },
      razorpayX: null,
    });

    const old = { NOREN_RAZORPAYX_WEBHOOK_SECRET_OLD: 'sixteen letters 0' };
    expect(
      readConfig({ ...base, ...razorpayX, ...old, NOREN_RAZORPAY_TIMEOUT_MS: '2000' }),
    ).toMatchObject({
      razorpay: null,
      razorpayX: {
        keySecret: 's2',
        webhookSecrets: ['sixteen letters 2', 'sixteen letters 0'],
        accountNumber: '7878780080316316',
        timeoutMs: 2_000,
      },
    });
  });

  test.each([...Object.keys(razorpay), ...Object.keys(razorpayX)])(
    'cannot be set up without %s',
    (name) => {
      const whole = { ...base, ...razorpay, ...razorpayX };
      expect(() => readConfig({ ...whole, [name]: '' })).toThrow(`${name} is missing`);
    },
  );

  test.each([
    ['NOREN_RAZORPAY_KEY_ID', 'rzp_live_a1'],
    ['NOREN_RAZORPAY_KEY_ID', 'key'],
    ['NOREN_RAZORPAYX_KEY_ID', 'rzp_live_b2'],
    ['NOREN_RAZORPAY_WEBHOOK_SECRET', 'short'],
    ['NOREN_RAZORPAY_CHANNELS', 'upi,cheque'],
    ['NOREN_RAZORPAY_AUTOPAY', 'yes'],
    ['NOREN_RAZORPAY_BASE_URL', 'http://api.razorpay.com'],
    ['NOREN_RAZORPAY_BASE_URL', 'https://api.razorpay.com/v1'],
    ['NOREN_RAZORPAY_TIMEOUT_MS', '10'],
    ['NOREN_RAZORPAYX_ACCOUNT_NUMBER', '78 78'],
  ])('%s=%s is not usable in a sandbox', (name, value) => {
    const run = () => readConfig({ ...base, ...razorpay, ...razorpayX, [name]: value });
    expect(run).toThrow(new RegExp(`^${name} is not usable: [^\\n]+$`));
  });
});

const msg91 = {
  NOREN_MSG91_AUTH_KEY: 'an auth key of MSG91',
  NOREN_MSG91_WEBHOOK_SECRET: 'sixteen letters 3',
  NOREN_MSG91_TEMPLATES_FILE: '/etc/noren/templates.json',
};

describe('production', () => {
  const live = { NOREN_RAZORPAY_KEY_ID: 'rzp_live_a1', NOREN_RAZORPAYX_KEY_ID: 'rzp_live_b2' };
  const production = {
    ...base,
    NOREN_MODE: 'production',
    NOREN_FIELD_KEY: key,
    NOREN_HASH_KEY: key,
    NOREN_SEAL_KEY: 'k1.a.b',
    NOREN_LENDER_FILE: '/etc/noren/lender.json',
    NOREN_APP_HOST: 'loans.example',
    ...razorpay,
    ...razorpayX,
    ...live,
    ...msg91,
    NOREN_TRUST_PROXY: '1',
  };

  test.each([
    ['NOREN_RAZORPAY_KEY_ID', Object.keys(razorpay)],
    ['NOREN_RAZORPAYX_KEY_ID', Object.keys(razorpayX)],
  ])('asks for %s', (name, whole) => {
    const without = Object.fromEntries(whole.map((one) => [one, '']));
    expect(() => readConfig({ ...production, ...without })).toThrow(`${name} is missing`);
  });

  test.each(Object.keys(live))('takes no test key for %s', (name) => {
    expect(() => readConfig({ ...production, [name]: 'rzp_test_1' })).toThrow(
      `${name} is not usable`,
    );
  });

  test.each([
    'NOREN_FIELD_KEY',
    'NOREN_HASH_KEY',
    'NOREN_SEAL_KEY',
    'NOREN_LENDER_FILE',
    'NOREN_APP_HOST',
  ])('asks for %s', (name) => {
    expect(() => readConfig({ ...production, [name]: '' })).toThrow(`${name} is missing`);
  });

  test.each([
    ['postgres://u:p@db.lender.example/noren', false],
    ['postgres://u:p@db.lender.example/noren?sslmode=require', false],
    ['postgres://u:p@127.0.0.1/noren?host=db.lender.example', false],
    ['postgres:///noren', false],
    ['postgres://u:p@db.lender.example/noren?sslmode=verify-full', true],
    ['postgres://u:p@127.0.0.1/noren?standby=replica.lender.example:5432', false],
    ['postgres://u:p@[::1]/noren', true],
    ['postgres:///noren?host=/var/run/postgresql', true],
    ['postgres://u:p@%2Fvar%2Frun%2Fpostgresql/noren', true],
  ])('reaches the database encrypted or on this machine: %s', (DATABASE_URL, isSafe) => {
    const run = () => readConfig({ ...production, DATABASE_URL });
    if (isSafe) expect(run()).toMatchObject({ DATABASE_URL });
    else
      expect(run).toThrow(
        /^DATABASE_URL is not usable: production asks for sslmode=verify-full[^\n]+$/,
      );

    expect(readConfig({ DATABASE_URL })).toMatchObject({ isSandbox: true });
  });

  test('reaches one private host without TLS where it is named, and no other', () => {
    const DATABASE_URL = 'postgres://u:p@db:5432/noren';
    const named = { ...production, DATABASE_URL, NOREN_DATABASE_PLAIN_HOST: 'db' };

    expect(readConfig(named)).toMatchObject({ DATABASE_URL });
    expect(() => readConfig({ ...named, DATABASE_URL: 'postgres://u:p@other/noren' })).toThrow(
      'DATABASE_URL is not',
    );
    expect(() => readDatabaseConfig({ ...named, NOREN_DATABASE_PLAIN_HOST: '' })).toThrow(
      'DATABASE_URL is not usable',
    );
  });

  test.each(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])(
    'sends traces and their token to %s by https, to this machine, or in plain to one private host that is named',
    (name) => {
      const to = (address: string, more = {}) =>
        readConfig({ ...production, [name]: address, ...more });
      for (const address of [
        'https://collector.far.example:4318',
        'http://127.0.0.1:4318',
        'http://[::1]:4318',
      ])
        expect(to(address)).toMatchObject({ [name]: address });

      const plain = 'http://collector.far.example:4318';
      expect(() => to(plain)).toThrow(
        new RegExp(`^${name} is not usable: production asks for https[^\\n]+$`),
      );
      expect(to(plain, { NOREN_TRACES_PLAIN_HOST: 'collector.far.example' })).toMatchObject({
        isTraced: true,
      });
      expect(() => to(plain, { NOREN_TRACES_PLAIN_HOST: 'collector' })).toThrow(name);
      expect(() => to('ftp://collector.far.example')).toThrow(`${name} is not usable`);
      expect(readConfig({ ...base, [name]: plain })).toMatchObject({ isSandbox: true });
    },
  );

  test('listens to other machines only behind a proxy that speaks https', () => {
    const open = { ...production, HOST: '', NOREN_TRUST_PROXY: '' };
    expect(() => readConfig(open)).toThrow('NOREN_TRUST_PROXY is missing');
    expect(() => readConfig({ ...open, HOST: '10.0.0.7', NOREN_TRUST_PROXY: '0' })).toThrow(
      'NOREN_TRUST_PROXY is',
    );

    const behind = readConfig({ ...open, NOREN_TRUST_PROXY: '1', NOREN_METRICS_PORT: '9100' });
    expect(behind).toMatchObject({ HOST: '0.0.0.0', NOREN_METRICS_HOST: '127.0.0.1' });
    expect(readConfig({ ...open, HOST: '127.0.0.1' })).toMatchObject({ NOREN_TRUST_PROXY: 0 });
  });

  test('takes no unsealed requests', () => {
    expect(() => readConfig({ ...production, NOREN_PLAIN_WIRE: '1' })).toThrow(
      'NOREN_PLAIN_WIRE is not usable',
    );
  });

  test('starts with all of it; what sends no pushes has no keys for them', () => {
    expect(readConfig(production)).toMatchObject({
      isSandbox: false,
      plainWire: false,
      vapid: null,
      msg91: {
        baseUrl: 'https://control.msg91.com',
        authKey: 'an auth key of MSG91',
        webhookSecrets: ['sixteen letters 3'],
        templatesFile: '/etc/noren/templates.json',
        timeoutMs: 10_000,
      },
    });
  });

  test('lists everything that is missing', () => {
    expect(() => readConfig({ ...base, NOREN_MODE: 'production' })).toThrow(
      'NOREN_FIELD_KEY, NOREN_HASH_KEY, NOREN_SEAL_KEY, NOREN_LENDER_FILE, NOREN_APP_HOST, ' +
        'NOREN_RAZORPAY_KEY_ID, NOREN_RAZORPAYX_KEY_ID, NOREN_MSG91_AUTH_KEY are missing',
    );
  });

  test.each(Object.keys(msg91))('cannot be set up without %s', (name) => {
    expect(() => readConfig({ ...production, [name]: '' })).toThrow(`${name} is missing`);
  });
});

describe('messages', () => {
  const vapid = {
    NOREN_VAPID_PUBLIC_KEY: 'B'.repeat(87),
    NOREN_VAPID_PRIVATE_KEY: 'p'.repeat(43),
    NOREN_VAPID_SUBJECT: 'mailto:ops@noren.example',
  };

  test('a sandbox sends no messages', () => {
    expect(() => readConfig({ ...base, ...msg91 })).toThrow('NOREN_MSG91_AUTH_KEY is not usable');
  });

  test('push is set up whole', () => {
    expect(readConfig({ ...base, ...vapid }).vapid).toEqual({
      publicKey: 'B'.repeat(87),
      privateKey: 'p'.repeat(43),
      subject: 'mailto:ops@noren.example',
    });
    for (const name of Object.keys(vapid))
      expect(() => readConfig({ ...base, ...vapid, [name]: '' })).toThrow(`${name} is missing`);
    expect(() => readConfig({ ...base, ...vapid, NOREN_VAPID_SUBJECT: 'ops' })).toThrow(
      'NOREN_VAPID_SUBJECT is not',
    );
  });
});

describe('the documents name exactly the settings there are', () => {
  const read = (path: string): string =>
    readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const unique = (names: Iterable<string | undefined>): string[] =>
    [...new Set(names)].map(String).sort();
  const settings = unique([
    ...Object.keys(SECRETS),
    ...['config', 'providers', 'mail-settings', 'identity-providers'].flatMap((file) =>
      [
        ...read(`server/src/platform/config/${file}.ts`).matchAll(
          /^ {2}([A-Z][A-Z0-9_]+): (?!true|SECRETS|\[')/gm,
        ),
      ].map((m) => m[1]),
    ),
  ]);
  const example = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)];

  test('there are settings to compare', () => {
    expect(settings.length).toBeGreaterThan(30);
  });

  test('docs/configuration.md', () => {
    const names = read('docs/configuration.md')
      .split('\n')
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)]);
    expect(unique(names.map((m) => m[1]))).toEqual(settings);
  });

  test('.env.example', () => {
    const names = unique(example.map((m) => m[1]));
    expect(names).toEqual(settings);
  });

  // Node, OpenTelemetry, PostgreSQL's image and the command lines of other programs have names of
  // their own.
  test.each([
    'compose.yaml',
    'Dockerfile',
    'docs/commands.md',
    ...readdirSync(new URL('../../../../docs/operations', import.meta.url)).map(
      (name) => `docs/operations/${name}`,
    ),
    'docs/security.md',
    'docs/debugging.md',
    'docs/debugging-operations.md',
    'docs/releasing.md',
    'docs/scaling.md',
    'docs/citus.md',
  ])('%s names no other', (file) => {
    const named = unique(
      [...read(file).matchAll(/\b(?:NOREN_[A-Z0-9_]*[A-Z0-9]|DATABASE_[A-Z]+)\b(?!\*)/g)].map(
        ([name]) => name,
      ),
    );
    const known = new Set([...settings, ...Object.keys(SECRETS).map((name) => `${name}_FILE`)]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('.env.example shows the defaults', () => {
    // What `base` sets has no default: the file shows an example.
    const defaults = readConfig(base) as unknown as Record<string, unknown>;
    const shown = example.filter(
      ([line, name = '']) => line.startsWith('#') && name in defaults && !(name in base),
    );
    expect(shown.map(([, name = '', value]) => [name, value])).toEqual(
      shown.map(([, name = '']) => [name, String(defaults[name] ?? '')]),
    );
  });
});
