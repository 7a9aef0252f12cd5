import { LANGUAGE_CODES } from '@noren/contract/languages';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SMS_TEMPLATES } from '../../notifications/sms-templates.ts';
import type { Sms, SmsMessage } from '../../platform/ports/sms.ts';
import { type Msg91Double, startMsg91Double } from '../../testing/msg91-double.ts';
import { freePort } from '../../testing/own-process.ts';
import { checkTemplates, makeMsg91Sms } from './msg91.ts';

let double: Msg91Double;
let sms: Sms;

beforeAll(async () => {
  double = await startMsg91Double();
  sms = makeMsg91Sms(double.access, double.templates);
});

beforeEach(() => {
  double.behaviour = 'takes';
  double.hasLog = true;
  double.taken.length = 0;
});

afterAll(() => double.close());

const REFERENCE = '01920000-0000-7000-8000-000000000001';
const SENT_AT = Date.UTC(2026, 10, 24, 4, 30);

const message: SmsMessage = {
  phone: '9000000001',
  template: 'due_today',
  language: 'hi',
  values: { repayId: 'RAAAAAAAAA', amount: '₹5,045.07', dueDay: '2026-12-01', officer: 'A. Rao' },
  reference: REFERENCE,
};

const find = () => sms.find({ reference: REFERENCE, sentAt: SENT_AT });

test('a message is sent with its registered template, its variables and our reference', async () => {
  const { templateId, dltId } = double.templates.hi.due_today;
  expect(await sms.send(message)).toEqual({
    state: 'sent',
    providerId: double.taken[0]?.requestId,
    registeredAs: `${templateId}/${dltId}`,
  });

  expect(double.taken).toMatchObject([
    {
      templateId,
      recipient: {
        mobiles: '919000000001',
        CRQID: REFERENCE,
        repayId: 'RAAAAAAAAA',
        amount: '5045.07',
        dueDay: '01/12/2026',
      },
    },
  ]);
  // The officer is in the registered text.
  expect(double.taken[0]?.recipient).not.toHaveProperty('officer');
});

test('a one-time code is sent in each language without a reference', async () => {
  for (const language of LANGUAGE_CODES)
    await sms.send({
      phone: '9000000001',
      template: 'login_code',
      language,
      values: { code: '0042', minutes: '5' },
    });

  expect(
    double.taken.map(({ templateId, recipient }) => [templateId, recipient.code, recipient.CRQID]),
  ).toEqual(
    LANGUAGE_CODES.map((language) => [
      double.templates[language].login_code.templateId,
      '0042',
      undefined,
    ]),
  );
});

test.each([
  [400, { state: 'refused', isPermanent: true, reason: 'http_400' }],
  [401, { state: 'refused', isPermanent: false, reason: 'http_401' }],
  [418, { state: 'refused', isPermanent: false, reason: 'http_418' }],
  [429, { state: 'refused', isPermanent: false, reason: 'http_429' }],
  [200, { state: 'refused', isPermanent: false, reason: 'http_200' }],
  [500, { state: 'unknown' }],
  [503, { state: 'unknown' }],
])('turned down with %i', async (status, answer) => {
  double.behaviour = { status };
  expect(await sms.send(message)).toEqual(answer);
});

test('an unreadable answer is unknown; an unreachable server is refused for now', async () => {
  double.behaviour = { status: 200, body: 'fine' };
  expect(await sms.send(message)).toEqual({ state: 'unknown' });

  const nowhere = makeMsg91Sms(
    { ...double.access, baseUrl: `http://127.0.0.1:${await freePort()}` },
    double.templates,
  );
  expect(await nowhere.send(message)).toEqual({
    state: 'refused',
    isPermanent: false,
    reason: 'unreachable',
  });
  expect(await nowhere.find({ reference: REFERENCE, sentAt: SENT_AT })).toEqual({
    state: 'unknown',
  });
});

test('an unanswered message is found by its reference; one missing from a complete log was not sent', async () => {
  expect(await find()).toEqual({ state: 'not_found' });
  double.behaviour = 'takes_in_silence';
  expect(await sms.send(message)).toEqual({ state: 'unknown' });

  const [taken] = double.taken;
  expect(await find()).toEqual({
    state: 'sent',
    reference: REFERENCE,
    providerId: taken?.requestId,
    reason: null,
  });
  if (taken) taken.status = 'Delivered';
  expect(await find()).toMatchObject({ state: 'delivered' });
  double.hasLog = false;
  expect(await find()).toEqual({ state: 'unknown' });
});

test('reports are read under the current or the previous secret only', async () => {
  await sms.send(message);

  const [taken] = double.taken;
  if (!taken) throw new Error('nothing was taken');

  const { body, headers } = double.report(taken, 'Delivered');
  const read = {
    reference: REFERENCE,
    providerId: taken.requestId,
    state: 'delivered',
    reason: null,
  };

  expect(sms.readReports(body, headers)).toEqual([read]);
  expect(sms.readReports(body, { 'x-webhook-secret': 'secret of before' })).toEqual([read]);
  for (const secret of ['', 'another', undefined])
    expect(sms.readReports(body, { 'x-webhook-secret': secret })).toBeNull();

  const failed = double.report(taken, '16', 'Rejected by the registry');
  expect(sms.readReports(failed.body, failed.headers)).toMatchObject([
    { state: 'failed', reason: 'Rejected by the registry' },
  ]);
  expect(() => sms.readReports(Buffer.from('{'), headers)).toThrow(SyntaxError);
  expect(() => sms.readReports(Buffer.from('[7]'), headers)).toThrow(SyntaxError);
});

test('incomplete templates are refused with the names of what is missing', () => {
  expect(checkTemplates(structuredClone(double.templates), SMS_TEMPLATES, {})).toEqual({
    templates: double.templates,
  });

  const { hi, ...others } = structuredClone(double.templates);
  const { due_today: _, ...rest } = hi;

  expect(checkTemplates({ ...others, hi: rest }, SMS_TEMPLATES, {})).toEqual({
    wrong: ['hi.due_today'],
  });
  expect(
    checkTemplates(
      { ...others, hi: { ...hi, due_today: { templateId: 'x', dltId: '1' } } },
      SMS_TEMPLATES,
      {},
    ),
  ).toEqual({
    wrong: ['hi.due_today'],
  });
  expect(checkTemplates(null, SMS_TEMPLATES, {})).toHaveProperty('wrong');

  const empty = checkTemplates({}, SMS_TEMPLATES, {});
  expect('wrong' in empty && empty.wrong).toHaveLength(
    LANGUAGE_CODES.length * SMS_TEMPLATES.length,
  );
});

test('texts that were registered with other words of the lender are refused', () => {
  const constants = { host: 'loans.example', officer: 'A. Rao' };
  const check = (given: object) =>
    checkTemplates({ ...double.templates, ...given }, SMS_TEMPLATES, constants);

  expect(check({ constants })).toEqual({ templates: double.templates });
  expect(check({ constants: { ...constants, officer: 'B. Rao' } })).toEqual({
    wrong: ['constants.officer'],
  });
  expect(check({})).toEqual({ wrong: ['constants.host', 'constants.officer'] });
});

test('a link is one variable, longer than others may be', async () => {
  const token = `${'a'.repeat(22)}.sms`;
  const values = { host: 'loans.noren-finance.example', token, hours: '24' };

  await sms.send({ phone: '9000000001', template: 'sign_in_link', language: 'en', values });

  const { mobiles: _, ...variables } = double.taken[0]!.recipient;
  expect(variables).toEqual({ link: `https://loans.noren-finance.example/#?openToken=${token}` });
});
