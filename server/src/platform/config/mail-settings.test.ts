import { describe, expect, test } from 'vitest';
import { readProviders } from './providers.ts';

describe('a mail server', () => {
  const mail = {
    NOREN_MAIL_SERVER: 'smtp://mail.lender.example:587',
    NOREN_MAIL_FROM: 'papers@lender.example',
  };
  const read = (more: Record<string, string>) =>
    readProviders({ given: { ...mail, ...more }, role: 'all' }, false).mail;
  const NOREN_MAIL_WEBHOOK_SECRET = 'sixteen letters 4';

  test('is set whole, and may ask for no sign-in and sign itself', () => {
    expect(read({ NOREN_MAIL_WEBHOOK_SECRET })).toMatchObject({
      server: 'smtp://mail.lender.example:587',
      user: null,
      password: null,
      dkim: null,
      timeoutMs: 20_000,
    });
    expect(() => read({})).toThrow('NOREN_MAIL_WEBHOOK_SECRET is missing');
    const secret = { NOREN_MAIL_WEBHOOK_SECRET };
    expect(() => read({ ...secret, NOREN_MAIL_USER: 'papers' })).toThrow(
      'NOREN_MAIL_PASSWORD is missing',
    );
    expect(() => read({ ...secret, NOREN_MAIL_DKIM_SELECTOR: 'noren' })).toThrow(
      'NOREN_MAIL_DKIM_KEY is missing',
    );
  });

  test.each([
    ['NOREN_MAIL_SERVER', 'http://mail.lender.example'],
    ['NOREN_MAIL_SERVER', 'smtp://user:secret@mail.lender.example'],
    ['NOREN_MAIL_FROM', 'papers@lender.example\r\nBcc: a@b.example'],
    ['NOREN_MAIL_DKIM_SELECTOR', 'noren._domainkey'],
  ])('%s is not %o', (name, value) => {
    expect(() => read({ NOREN_MAIL_WEBHOOK_SECRET, [name]: value })).toThrow(
      `${name} is not usable`,
    );
  });

  test('is none of a sandbox, which sends no mail', () => {
    const given = { ...mail, NOREN_MAIL_WEBHOOK_SECRET };
    expect(() => readProviders({ given, role: 'all' }, true)).toThrow(
      'NOREN_MAIL_SERVER is not usable',
    );
  });
});
