import { expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { refuseUnknownSettings } from './unknown-settings.ts';

const KNOWN = ['NOREN_FIELD_KEY', 'NOREN_FIELD_KEYS_OLD', 'NOREN_TRUST_PROXY', 'NOREN_LENDER_FILE'];

test.each([
  ['NOREN_FIELD_KEY_OLD', 'is it meant for NOREN_FIELD_KEYS_OLD?'],
  ['NOREN_TRUST_PROXIES', 'is it meant for NOREN_TRUST_PROXY?'],
  ['NOREN_LENDR_FILE', 'is it meant for NOREN_LENDER_FILE?'],
  ['NOREN_SOMETHING_ELSE_ALTOGETHER', 'take it out (.env.example has all of them)'],
  ['NOREN_TRUST_PROXY_FILE', 'only a secret may be a file'],
])('%s is no setting', (name, says) => {
  const run = () => refuseUnknownSettings({ [name]: 'a value' }, KNOWN);
  expect(run).toThrow(ConfigError);
  expect(run).toThrow(says);
  expect(run).not.toThrow('a value');
});

test('settings, the files of secrets, and what is not ours are left alone', () => {
  const given = {
    NOREN_TRUST_PROXY: '1',
    NOREN_FIELD_KEY_FILE: '/run/secrets/field_key',
    NODE_ENV: 'production',
    // Kubernetes, for services named `noren` and `noren-api`.
    NOREN_PORT: 'tcp://10.0.0.1:3000',
    NOREN_SERVICE_HOST: '10.0.0.1',
    NOREN_API_SERVICE_PORT_HTTP: '3000',
    NOREN_API_PORT_3000_TCP_ADDR: '10.0.0.1',
  };
  expect(() => refuseUnknownSettings(given, KNOWN)).not.toThrow();
});
