import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MailMessage } from '../../platform/ports/mail.ts';
import {
  SMTP_SECRET,
  type SmtpBehaviour,
  type SmtpDouble,
  startSilentServer,
  startSmtpDouble,
} from '../../testing/smtp-double.ts';
import { makeSmtpMail } from './smtp-mail.ts';

const ID = '0198a1b2-0000-7000-8000-000000000001.0198a1b2-0000-4000-8000-000000000002';
const MESSAGE: MailMessage = {
  to: 'asha@mail.example',
  id: ID,
  subject: 'Your papers\r\nBcc: thief@mail.example',
  text: 'नमस्ते. Your papers.',
  stopUrl: 'https://app.example/api/mail/stop/token',
  attachments: [{ fileName: 'a\r\nX-Evil: 1.pdf', bytes: Buffer.from('%PDF-1.7') }],
};

const sender = { senderName: 'Lender "A", Ltd\r\nBcc: thief@mail.example' };
let double: SmtpDouble;

beforeAll(async () => {
  double = await startSmtpDouble();
});

beforeEach(() => {
  double.behaviour = 'takes';
  double.taken.length = 0;
});

afterAll(() => double.close());

const send = (message: Partial<MailMessage> = {}, config: Partial<SmtpDouble['config']> = {}) =>
  makeSmtpMail({ ...double.config, ...config }, sender).send({ ...MESSAGE, ...message });

/** The header, folded lines joined. */
const readHead = (raw = ''): string =>
  raw.split('\r\n\r\n')[0]?.replaceAll(/\r\n[ \t]+/g, ' ') ?? '';

test('a mail has its id, its way to stop and its papers, and a line break adds no header', async () => {
  expect(await send()).toEqual({ state: 'sent' });

  const [{ raw, ...envelope } = { raw: '' }] = double.taken;
  const head = readHead(raw);
  expect(envelope).toEqual({ to: 'asha@mail.example', from: 'papers@lender.example' });
  expect(head).toContain(`Message-ID: <${ID}@lender.example>`);
  expect(head).toContain('List-Unsubscribe: <https://app.example/api/mail/stop/token>');
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(head).toContain('Auto-Submitted: auto-generated');
  expect(head).not.toMatch(/^Bcc:/im);
  expect(raw).not.toMatch(/^X-Evil:/im);
  expect(raw).toContain(Buffer.from('%PDF-1.7').toString('base64'));
});

test('the same notification sent again has the same id', async () => {
  await send();
  await send();
  const ids = double.taken.map(({ raw }) => /^Message-ID: (.*)$/im.exec(readHead(raw))?.[1]);
  expect(ids).toEqual([`<${ID}@lender.example>`, `<${ID}@lender.example>`]);
});

test.each([
  'asha@mail.example, thief@mail.example',
  'asha@mail.example>\r\nRCPT TO:<thief@mail.example',
  'Asha <asha@mail.example>',
  'आशा@mail.example',
  'asha@मेल.example',
  `${'a'.repeat(10_000)}@mail.example`,
  `a@${'mail.'.repeat(60)}example`,
  'asha@mail',
  '',
])('%o is not one mailbox, and no server is asked', async (to) => {
  expect(await send({ to })).toMatchObject({ state: 'refused', isPermanent: true });
  expect(double.taken).toEqual([]);
});

type Case = [string, SmtpBehaviour, object];
const CASES: Case[] = [
  [
    'an unknown mailbox',
    { at: 'recipient', says: '550 5.1.1 no such user asha@mail.example' },
    { state: 'refused', isPermanent: true, isAddressGone: true, reason: 'smtp_550' },
  ],
  [
    'a policy of the receiver',
    { at: 'recipient', says: '554 5.7.1 relay access denied' },
    { state: 'refused', isPermanent: true, isAddressGone: false, reason: 'smtp_554' },
  ],
  [
    'greylisting',
    { at: 'recipient', says: '450 4.7.1 try again later' },
    { state: 'refused', isPermanent: false, isAddressGone: false, reason: 'smtp_450' },
  ],
  [
    'a mail that is too large',
    { at: 'mail', says: '552 5.3.4 too large' },
    { state: 'refused', isPermanent: true, isAddressGone: false, reason: 'smtp_552' },
  ],
  [
    'a sender that is not ours',
    { at: 'sender', says: '550 5.7.1 not your address' },
    { state: 'refused', isPermanent: false, isAddressGone: false, reason: 'smtp_550' },
  ],
  ['a mail cut in the middle', 'cuts', { state: 'unknown' }],
  ['a mail taken without an answer', 'takes_in_silence', { state: 'unknown' }],
];

test.each(CASES)('%s', async (_name, behaviour, answer) => {
  double.behaviour = behaviour;
  // An answer is waited for as long as it takes; silence is not.
  const limit = behaviour === 'takes_in_silence' ? { timeoutMs: 500 } : {};
  expect(await send({}, limit)).toEqual(answer);
});

test('a wrong password is ours to mend', async () => {
  double.behaviour = { at: 'sign_in', says: '535 5.7.8 wrong' };
  expect(await send({}, { user: 'papers', password: 'wrong' })).toMatchObject({
    state: 'refused',
    isPermanent: false,
    isAddressGone: false,
  });
});

test('nobody listens, or says a word: refused for now, and unknown', async () => {
  const server = 'smtp://127.0.0.1:1';
  expect(await send({}, { server })).toMatchObject({ state: 'refused', reason: 'unreachable' });

  const silent = await startSilentServer();
  const silence = { server: silent.server, timeoutMs: 500 };
  expect(await send({}, silence)).toEqual({ state: 'unknown' });
  await silent.close();
});

test('elsewhere than on this machine nothing is sent without TLS', async () => {
  const server = double.config.server.replace('127.0.0.1', '127.0.0.2');
  expect(await send({}, { server })).toMatchObject({ state: 'refused', isPermanent: false });
  expect(double.taken).toEqual([]);
});

test('a certificate that nobody vouches for is not trusted', async () => {
  const { key, cert } = makeCertificate();
  const secure = await startSmtpDouble({ key, cert });
  const refused = await makeSmtpMail(secure.config, sender).send(MESSAGE);
  expect(refused).toMatchObject({ state: 'refused', reason: 'unreachable' });

  const trusted = makeSmtpMail(secure.config, { ...sender, tls: { ca: cert } });
  expect(await trusted.send(MESSAGE)).toEqual({ state: 'sent' });
  expect(secure.taken).toHaveLength(1);
  await secure.close();
});

function makeCertificate(): { key: string; cert: string } {
  const keys = forge.pki.rsa.generateKeyPair(2_048);
  const cert = forge.pki.createCertificate();
  const name = [{ name: 'commonName', value: 'mail' }];

  cert.publicKey = keys.publicKey;
  cert.serialNumber = '01';
  cert.validity.notBefore = new Date(2020, 0, 1);
  cert.validity.notAfter = new Date(2040, 0, 1);
  cert.setSubject(name);
  cert.setIssuer(name);
  cert.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }]);
  cert.sign(keys.privateKey, forge.md.sha256.create());

  return {
    key: forge.pki.privateKeyToPem(keys.privateKey),
    cert: forge.pki.certificateToPem(cert),
  };
}

test('with a key the mail is signed by DKIM, its way to stop included', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await send({}, { dkim: { selector: 'noren', privateKey } });

  const [signature = ''] = /DKIM-Signature:(.|\r\n[ \t])*/.exec(double.taken[0]?.raw ?? '') ?? [];
  expect(signature).toContain('d=lender.example');
  expect(signature).toContain('s=noren');
  expect(signature.replaceAll(/\s/g, '').toLowerCase()).toMatch(/h=[^;]*list-unsubscribe-post/);
});

const returned = `Message-ID: <${ID}@lender.example>\r\nTo: asha@mail.example\r\n`;

const status = (action: string, code: string): string =>
  `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; asha@mail.example\r\nAction: ${action}\r\nStatus: ${code}\r\n`;

/** A report as RFC 6522 wraps it. */
const wrap = (kind: string, parts: readonly [string, string][]): string =>
  [
    'From: MAILER-DAEMON@mx.example',
    `Content-Type: multipart/report;\r\n\treport-type=${kind}; boundary="b=1"`,
    '',
    'A preamble.',
    ...parts.flatMap(([type, body]) => ['--b=1', `Content-Type: ${type}`, '', body]),
    '--b=1--',
  ].join('\r\n');

const bounce = (action: string, code: string, original = returned): string =>
  wrap('delivery-status', [
    ['text/plain', 'Sorry.'],
    ['message/delivery-status', status(action, code)],
    ['message/rfc822', original],
  ]);

const complaint = (type: string): string =>
  wrap('feedback-report', [
    ['text/plain', 'A complaint.'],
    ['message/feedback-report', `Feedback-Type: ${type}\r\nUser-Agent: x/1\r\n`],
    ['text/rfc822-headers', returned],
  ]);

describe('what comes back', () => {
  const read = (raw: string, secret = SMTP_SECRET) =>
    makeSmtpMail(double.config, sender).readReports(Buffer.from(raw), {
      'x-webhook-secret': secret,
    });

  test.each([
    ['a failed delivery', bounce('failed', '5.1.1'), [{ id: ID, because: 'bounced' }]],
    ['a delay', bounce('delayed', '4.4.1'), []],
    ['a server that was away too long', bounce('failed', '4.4.7'), []],
    ['a mail of somebody else', bounce('failed', '5.1.1', 'Message-ID: <a@b.example>\r\n'), []],
    [
      'a mail of ours from another domain',
      bounce('failed', '5.1.1', `Message-ID: <${ID}@thief.example>\r\n`),
      [],
    ],
    ['a complaint', complaint('abuse'), [{ id: ID, because: 'complained' }]],
    ['no complaint', complaint('not-spam'), []],
    [
      'one that was cut off',
      bounce('failed', '5.1.1').slice(0, -6),
      [{ id: ID, because: 'bounced' }],
    ],
    [
      'one with bare line feeds',
      bounce('failed', '5.0.0').replaceAll('\r', ''),
      [{ id: ID, because: 'bounced' }],
    ],
  ])('%s', (_name, raw, reports) => {
    expect(read(raw)).toEqual(reports);
  });

  test('the envelope’s id is enough where the mail was not returned', () => {
    const body = `Original-Envelope-Id: ${ID}@lender.example\r\n${status('failed', '5.1.1')}`;
    const raw = wrap('delivery-status', [['message/delivery-status', body]]);
    expect(read(raw)).toEqual([{ id: ID, because: 'bounced' }]);
  });

  test('without the secret nothing is read, and any other message is refused', () => {
    expect(read(bounce('failed', '5.1.1'), 'forged')).toBeNull();
    expect(() => read('Subject: hello\r\n\r\nA letter.')).toThrow(SyntaxError);
    expect(() => read('')).toThrow(SyntaxError);
    expect(read(wrap('delivery-status', []))).toEqual([]);
  });
});
