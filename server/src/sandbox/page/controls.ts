import { randomUUID } from 'node:crypto';
import { checkPhone } from '@noren/core/typed/phone';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { requestCloseOfDay } from '../../lending/close/request-close.ts';
import {
  createPaymentLink,
  endOlderLinks,
} from '../../lending/payments/checkout/payment-link-store.ts';
import { createLinkToken } from '../../notifications/sign-in-link-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { renewDeviceSecret } from '../../platform/http/device-secret.ts';
import {
  DEVICE_COOKIE,
  readCookie,
  SESSION_COOKIE,
  writeCookie,
} from '../../platform/http/session-cookie.ts';
import { COOKIE_SECONDS } from '../../platform/http/session-store.ts';
import { countDueJobs } from '../../platform/jobs/job-store.ts';
import {
  ACCOUNT_BEHAVIOURS,
  BANK_BEHAVIOURS,
  DEBIT_BEHAVIOURS,
  PAYOUT_BEHAVIOURS,
} from '../bank/behaviour.ts';
import { inventPerson, MAX_SEED } from '../people/data.ts';
import { jumpTo } from '../people/people.ts';
import { STARTING_POINT_IDS } from '../people/starting-points.ts';
import { readSandboxMessages } from '../phone/store.ts';
import { answerControl, ControlError, check, readControl, refuseOtherSites } from './answer.ts';
import { sendDuesNow } from './dues.ts';
import { registerFaces } from './face-pictures.ts';
import { actOnMandate, MANDATE_BODY } from './mandates.ts';
import type { SandboxParts } from './parts.ts';
import { PAYMENT_BODIES, PAYMENT_CONTROLS } from './payments.ts';
import { FILE_IDS, issueSampleFile } from './sample-files.ts';
import { drawSample, KIND_IDS, LOOK_IDS } from './samples.ts';
import { findNewestOwed, findUserByPhone } from './store.ts';

const phone = z
  .string()
  .max(30)
  .transform((typed, context) => {
    const checked = checkPhone(typed);
    if (checked.ok) return checked.value;
    context.addIssue({ code: 'custom', message: 'must be a 10-digit Indian mobile number' });
    return z.NEVER;
  });

const seed = z.coerce.number().int().min(0).max(MAX_SEED);

const BODIES = {
  jump: z.strictObject({ to: z.enum(STARTING_POINT_IDS), seed: seed.optional() }),
  day: z.strictObject({ days: z.coerce.number().int().min(1).max(366) }),
  switch: z.discriminatedUnion('part', [
    z.strictObject({ part: z.literal('payouts'), behaviour: z.enum(PAYOUT_BEHAVIOURS) }),
    z.strictObject({ part: z.enum(['payments', 'refunds']), behaviour: z.enum(BANK_BEHAVIOURS) }),
    z.strictObject({ part: z.literal('accounts'), behaviour: z.enum(ACCOUNT_BEHAVIOURS) }),
    z.strictObject({ part: z.literal('debits'), behaviour: z.enum(DEBIT_BEHAVIOURS) }),
  ]),
  ...PAYMENT_BODIES,
  mandate: MANDATE_BODY,
  deliver: z.strictObject({}),
  link: z.strictObject({ phone }),
  paymentLink: z.strictObject({ phone }),
  dues: z.strictObject({}),
  settle: z.strictObject({
    withinMs: z.coerce.number().int().min(0).max(60_000).default(0),
    forMs: z.coerce.number().int().min(0).max(60_000).default(20_000),
  }),
};

type Bodies = { [N in keyof typeof BODIES]: z.infer<(typeof BODIES)[N]> };

interface At {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Controls for the page, tests and screenshots: JSON under /sandbox/api. */
export function registerControls(server: FastifyInstance, parts: SandboxParts): void {
  const { deps, bank, day } = parts;

  const control = <N extends keyof Bodies>(
    name: N,
    work: (body: Bodies[N], at: At) => Promise<unknown>,
  ): void => {
    server.post(`/sandbox/api/${name}`, (request, reply) =>
      answerControl(reply, () => {
        refuseOtherSites(request);
        return work(readControl(BODIES[name], request) as Bodies[N], { request, reply });
      }),
    );
  };

  control('jump', (chosen, at) => jump(parts, chosen, at));
  control('day', async ({ days }) => {
    // The days between are now closed one by one, as on each night.
    const today = await day.moveForward(days, requestCloseOfDay);
    if (today === null)
      throw new ControlError(409, 'The business day is ten years ahead: start a new sandbox.');
    return { today, daysAhead: day.daysAhead() };
  });

  control('switch', async ({ part, behaviour }) => {
    await bank.setBehaviour(part, behaviour);
    return bank.behaviours();
  });
  for (const name of ['pay', 'payLink', 'confirm', 'chargeback', 'transfer'] as const)
    control(name, (body) => PAYMENT_CONTROLS[name](parts, body as never));
  control('mandate', (body) => actOnMandate(bank, body));
  control('dues', () => sendDuesNow(deps));
  control('deliver', (_body, { request }) => deliver(parts, request));
  control('link', async ({ phone }) => {
    const userId = await requireUser(deps, phone);
    const token = await createLinkToken(deps.db, { userId, channel: 'sandbox', now: deps.now() });
    return { path: `/?openToken=${token}#/` };
  });
  control('paymentLink', async ({ phone }) => {
    const order = await findNewestOwed(deps.db, await requireUser(deps, phone));
    if (!order) throw new ControlError(404, 'This person owes nothing.');

    const token = await createPaymentLink(deps.db, order, deps.now());
    await endOlderLinks(deps.db, order, { token, now: deps.now() });
    return { path: `/#/pay/${token}` };
  });
  control('settle', (body) => waitForJobs(parts, body));
  registerReadings(server, parts);
}

async function requireUser({ db, crypto }: Deps, phone: string): Promise<string> {
  const userId = await findUserByPhone(db, crypto.hashes('phone', phone));
  if (!userId)
    throw new ControlError(
      404,
      'No user has this phone: sign in with it once, or become somebody.',
    );

  return userId;
}

function registerReadings(server: FastifyInstance, { deps, issuer }: SandboxParts): void {
  server.get('/sandbox/api/messages', (request, reply) =>
    answerControl(reply, async () => {
      const query = check(z.object({ phone: phone.optional() }), request.query);
      return { messages: await readSandboxMessages(deps.db, query.phone) };
    }),
  );
  server.get('/sandbox/api/person/:seed', (request, reply) =>
    answerControl(reply, () => inventPerson(check(z.object({ seed }), request.params).seed)),
  );

  const sample = z.object({ seed, kind: z.enum(KIND_IDS), look: z.enum(LOOK_IDS) });
  server.get('/sandbox/api/sample/:seed/:kind/:look.jpg', (request, reply) =>
    answerControl(reply, async () => {
      const { seed, kind, look } = check(sample, request.params);
      const picture = await drawSample(inventPerson(seed), kind, look, issuer);
      if (!picture) throw new ControlError(404, `There is no ${look} ${kind}.`);

      reply.header('cache-control', 'private, max-age=86400').type('image/jpeg');

      return picture;
    }),
  );
  const file = z.object({ seed, kind: z.enum(FILE_IDS) });
  server.get('/sandbox/api/identity-file/:seed/:kind.zip', (request, reply) =>
    answerControl(reply, async () => {
      const { seed, kind } = check(file, request.params);
      reply.header('cache-control', 'no-store').type('application/zip');

      return issueSampleFile(inventPerson(seed), kind, { issuer, now: deps.now() });
    }),
  );
  registerFaces(server);
}

/** Makes a person and sets the app's session cookies: those for scripts, and an HttpOnly one. */
async function jump(
  { deps }: SandboxParts,
  chosen: Bodies['jump'],
  { request, reply }: At,
): Promise<unknown> {
  // The page says it best: a tunnel may speak https in front of a server that trusts no proxy.
  const secure =
    request.protocol === 'https' || request.headers.origin?.startsWith('https:') === true;
  const prefix = secure ? '__Host-' : '';
  const known = z.uuid().safeParse(request.cookies[`${prefix}noren_device`]);
  const deviceId = known.success ? known.data : randomUUID();
  const exchange = { request, reply, isSandbox: true };
  const deviceSecret = renewDeviceSecret({
    deviceCookie: readCookie(DEVICE_COOKIE, exchange),
    setDeviceCookie: (value) => writeCookie(DEVICE_COOKIE, exchange, value),
  });
  const { user, person, repayId, token, cookie, path } = await jumpTo(deps, chosen, {
    deviceId,
    deviceSecret,
  });

  // A loan that began weeks ago has unclosed days.
  await requestCloseOfDay(deps.db);

  const { userId, bizStatus, maskedPhone } = user;
  writeCookie(SESSION_COOKIE, exchange, cookie);

  const forScripts = {
    noren_token: token,
    noren_user: JSON.stringify({ userId, maskedPhone }),
    noren_device: deviceId,
  };
  for (const [name, value] of Object.entries(forScripts))
    reply.setCookie(`${prefix}${name}`, value, {
      path: '/',
      maxAge: COOKIE_SECONDS,
      sameSite: 'strict',
      secure,
    });

  return {
    to: chosen.to,
    userId,
    bizStatus,
    maskedPhone,
    phone: person.phone,
    person,
    repayId,
    token,
    deviceId,
    path,
  };
}

async function deliver({ deps, bank }: SandboxParts, request: FastifyRequest): Promise<unknown> {
  try {
    return { delivered: await bank.deliverAll(`http://127.0.0.1:${request.socket.localPort}`) };
  } catch (error) {
    deps.log.warn({ err: error }, 'webhooks could not be delivered');
    throw new ControlError(409, 'A message of the bank was not taken; it waits on.');
  }
}

/** Waits until no job is due. */
async function waitForJobs(
  { deps }: SandboxParts,
  { withinMs, forMs }: Bodies['settle'],
): Promise<unknown> {
  const until = performance.now() + forMs;
  for (;;) {
    const waiting = await countDueJobs(deps.db, withinMs);
    if (waiting === 0) return { waiting };
    if (performance.now() > until)
      throw new ControlError(409, `${waiting} jobs are still waiting.`);

    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
