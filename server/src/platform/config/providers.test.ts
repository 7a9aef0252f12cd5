import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { readDigiLocker } from './identity-providers.ts';

const base = { DATABASE_URL: 'postgres://u@127.0.0.1:5432/noren' };

describe('the company’s sign-in', () => {
  const oidc = {
    NOREN_OIDC_ISSUER: 'https://login.lender.example/realms/staff',
    NOREN_OIDC_CLIENT_ID: 'noren',
    NOREN_OIDC_CLIENT_SECRET: 'a secret of it',
  };

  test('is there only where it is set up, and then whole', () => {
    expect(readConfig(base).oidc).toBeNull();
    expect(readConfig({ ...base, ...oidc }).oidc).toEqual({
      issuer: 'https://login.lender.example/realms/staff',
      clientId: 'noren',
      clientSecret: 'a secret of it',
      timeoutMs: 10_000,
      hosts: [],
    });

    const hosts = { NOREN_OIDC_HOSTS: 'oauth2.googleapis.com,login.lender.example:8443' };
    expect(readConfig({ ...base, ...oidc, ...hosts }).oidc?.hosts).toEqual([
      'oauth2.googleapis.com',
      'login.lender.example:8443',
    ]);
    expect(() => readConfig({ ...base, ...oidc, NOREN_OIDC_HOSTS: 'https://a.example' })).toThrow(
      'NOREN_OIDC_HOSTS is not',
    );
    for (const name of Object.keys(oidc))
      expect(() => readConfig({ ...base, ...oidc, [name]: '' })).toThrow(`${name} is missing`);
  });

  test.each([
    'http://login.lender.example',
    'login.lender.example',
    'https://login.lender.example?tenant=1',
  ])('is not reached at %s', (NOREN_OIDC_ISSUER) => {
    expect(() => readConfig({ ...base, ...oidc, NOREN_OIDC_ISSUER })).toThrow(
      'NOREN_OIDC_ISSUER is not usable',
    );
  });
});

test('branches are named by Razorpay’s IFSC service in production, and in a sandbox only where its address is set', () => {
  expect(readConfig(base).ifscService).toBeNull();

  const NOREN_IFSC_BASE_URL = 'http://127.0.0.1:4000';
  expect(readConfig({ ...base, NOREN_IFSC_BASE_URL }).ifscService).toEqual({
    baseUrl: NOREN_IFSC_BASE_URL,
    timeoutMs: 1_500,
  });
  expect(() => readConfig({ ...base, NOREN_IFSC_BASE_URL: 'http://elsewhere.example' })).toThrow(
    ConfigError,
  );
});

test('papers are sealed where a certificate is set with its passphrase, which the jobs alone have', () => {
  const papers = {
    NOREN_PAPERS_CERTIFICATE_FILE: '/etc/noren/lender.p12',
    NOREN_PAPERS_PASSPHRASE: 'a passphrase',
  };

  expect(readConfig(base).papers).toBeNull();
  expect(readConfig({ ...base, ...papers }).papers).toEqual({
    certificateFile: '/etc/noren/lender.p12',
    passphrase: 'a passphrase',
  });
  for (const name of Object.keys(papers))
    expect(() => readConfig({ ...base, ...papers, [name]: '' })).toThrow(`${name} is missing`);

  const { NOREN_PAPERS_CERTIFICATE_FILE } = papers;
  expect(
    readConfig({ ...base, NOREN_ROLE: 'api', NOREN_PAPERS_CERTIFICATE_FILE }).papers,
  ).toMatchObject({ passphrase: null });
});

describe('the register of PANs', () => {
  const pan = { NOREN_PAN_API_KEY: 'key_test_a1', NOREN_PAN_API_SECRET: 'secret_test_a1' };

  test('is asked only where it is set up, and then whole', () => {
    expect(readConfig(base).panRegister).toBeNull();
    expect(readConfig({ ...base, ...pan }).panRegister).toEqual({
      baseUrl: 'https://test-api.sandbox.co.in',
      apiKey: 'key_test_a1',
      apiSecret: 'secret_test_a1',
      timeoutMs: 20_000,
    });
    for (const name of Object.keys(pan))
      expect(() => readConfig({ ...base, ...pan, [name]: '' })).toThrow(`${name} is missing`);
  });

  test('is never asked about real people by a sandbox', () => {
    expect(() => readConfig({ ...base, ...pan, NOREN_PAN_API_KEY: 'key_live_a1' })).toThrow(
      'NOREN_PAN_API_KEY is not usable',
    );
  });
});

describe('DigiLocker', () => {
  const locker = {
    NOREN_DIGILOCKER_CLIENT_ID: 'AB12CD34',
    NOREN_DIGILOCKER_CLIENT_SECRET: 'a secret of ours',
    NOREN_DIGILOCKER_CERTIFICATES: '/etc/noren/digilocker',
  };
  const read = (given: Record<string, string>, isSandbox = false) =>
    readDigiLocker({ given, role: 'all' }, isSandbox);
  const cards = { NOREN_CARD_CERTIFICATES: '/etc/noren/cards' };

  test('is offered only where it is set up, whole and beside the code on cards', () => {
    expect(read(cards)).toBeNull();
    expect(read({ ...cards, ...locker })).toEqual({
      baseUrl: 'https://digilocker.meripehchaan.gov.in',
      clientId: 'AB12CD34',
      clientSecret: 'a secret of ours',
      certificates: '/etc/noren/digilocker',
      timeoutMs: 8_000,
    });
    for (const name of Object.keys(locker)) {
      const { [name as keyof typeof locker]: _, ...rest } = locker;
      expect(() => read({ ...cards, ...rest })).toThrow(`${name} is missing`);
    }
    expect(() => read(locker)).toThrow('NOREN_CARD_CERTIFICATES is missing');
  });

  test('is never asked about real people by a sandbox', () => {
    expect(() => read({ ...cards, ...locker }, true)).toThrow('is not usable');
  });
});
