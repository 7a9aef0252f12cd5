import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const base = { DATABASE_URL: 'postgres://u@127.0.0.1:5432/noren' };
const key = Buffer.alloc(32, 7).toString('base64');

test('a sandbox needs nothing but its database', () => {
  expect(readConfig(base)).toMatchObject({ isSandbox: true, plainWire: true, PORT: 3000, NOREN_ROLE: 'all' });
});

test('an empty value counts as absent', () => {
  expect(readConfig({ ...base, PORT: '', NOREN_LOG_LEVEL: '' })).toMatchObject({ PORT: 3000, NOREN_LOG_LEVEL: 'info' });
});

describe('a value that will not do stops the start with one line that names it', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_POOL', '1'],
    ['NOREN_MODE', 'prod'],
    ['NOREN_ROLE', 'web'],
    ['NOREN_FIELD_KEY', 'short'],
    ['NOREN_FIELD_KEYS_OLD', '1'],
    ['NOREN_PLAIN_WIRE', 'yes'],
    ['NOREN_LOG_LEVEL', 'loud'],
    ['NOREN_ADDRESS_RATE', '0'],
  ])('%s=%s', (name, value) => {
    const run = () => readConfig({ ...base, [name]: value });
    expect(run).toThrow(ConfigError);
    expect(run).toThrow(new RegExp(`^${name} is not usable: [^\\n]+$`));
  });

  test('no database', () => {
    expect(() => readConfig({})).toThrow('DATABASE_URL is missing');
  });
});

describe('production', () => {
  const production = {
    ...base,
    NOREN_MODE: 'production',
    NOREN_FIELD_KEY: key,
    NOREN_HASH_KEY: key,
    NOREN_SEAL_KEY: 'k1.a.b',
    NOREN_LENDER_FILE: '/etc/noren/lender.json',
  };

  test.each(['NOREN_FIELD_KEY', 'NOREN_HASH_KEY', 'NOREN_SEAL_KEY', 'NOREN_LENDER_FILE'])('asks for %s', (name) => {
    expect(() => readConfig({ ...production, [name]: '' })).toThrow(`${name} is missing`);
  });

  test('takes no unsealed requests', () => {
    expect(() => readConfig({ ...production, NOREN_PLAIN_WIRE: '1' })).toThrow('NOREN_PLAIN_WIRE is not usable');
  });

  test('says that its adapters are not built yet rather than run with pretended ones', () => {
    expect(() => readConfig(production)).toThrow('not built yet');
  });
});
