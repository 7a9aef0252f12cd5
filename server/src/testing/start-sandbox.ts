import type { Client } from '@noren/contract/client';
import { buildApp } from '../app.ts';
import type { Deps } from '../platform/deps.ts';
import { securePages } from '../platform/http/page-headers.ts';
import { makeSandboxBank, type SandboxBank } from '../sandbox/bank/bank.ts';
import { openSandboxDay } from '../sandbox/clock/business-day.ts';
import { registerSandboxPage } from '../sandbox/page/page.ts';
import type { StartingPointId } from '../sandbox/people/starting-points.ts';
import { makeSandboxAlerts } from '../sandbox/staff/alerts.ts';
import { makeSandboxClient, postControl, toCookie } from './sandbox-client.ts';
import { startApp } from './start-app.ts';
import { testIssuer } from './test-issuer.ts';

/** The answer of the control `jump`, as far as tests use it. */
export interface JumpAnswer {
  readonly to: StartingPointId;
  readonly userId: string;
  readonly bizStatus: number;
  readonly maskedPhone: string;
  readonly phone: string;
  readonly person: { readonly pan: string };
  readonly repayId: string | null;
  readonly token: string;
  readonly deviceId: string;
  readonly path: string;
}

/** The app with the sandbox's page, listening. */
export interface TestSandbox {
  readonly deps: Deps;
  readonly bank: SandboxBank;
  readonly url: string;
  /** Uses a control as the page does. */
  post(name: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string): Promise<Response>;
  /** Makes a person: the answer, the browser's cookies, and a client signed in with them. */
  jump(to: StartingPointId): Promise<JumpAnswer & { cookies: string[]; client: Client }>;
  stop(): Promise<void>;
}

/** Starts the app as the sandbox does, on its own database with a fixed clock. */
export async function startSandbox(): Promise<TestSandbox> {
  const app = await startApp();
  const { db, now } = app.deps;
  const day = await openSandboxDay(db, now);
  const bankNow = (): number => now() + day.daysAhead() * 86_400_000;
  const bank = makeSandboxBank({
    db,
    now: bankNow,
    secret: 'test secret of the page',
    deliver: null,
  });
  const deps: Deps = {
    ...app.deps,
    today: day.today,
    daysAhead: day.daysAhead,
    payouts: bank.payouts,
    payments: [bank.payments],
  };
  const server = await buildApp(deps);

  await server.register(async (pages) => {
    await securePages(pages, deps);
    await registerSandboxPage(pages, {
      deps,
      bank,
      day,
      staffAlerts: makeSandboxAlerts(),
      issuer: testIssuer(),
    });
  });

  const url = await server.listen({ host: '127.0.0.1', port: 0 });

  return {
    deps,
    bank,
    url,
    post: (name, body, headers) => postControl(url, name, body, headers),
    get: (path) => fetch(`${url}${path}`),
    async jump(to) {
      const response = await postControl(url, 'jump', { to });
      const answer = (await response.json()) as JumpAnswer;
      if (response.status !== 200)
        throw new Error(`jump to ${to}: ${response.status} ${JSON.stringify(answer)}`);

      return {
        ...answer,
        cookies: response.headers.getSetCookie(),
        client: makeSandboxClient({
          base: url,
          now: deps.now,
          sealKey: deps.sealer.current,
          made: answer,
          cookie: toCookie(response),
        }),
      };
    },
    async stop() {
      bank.stop();
      await server.close();
      await app.stop();
    },
  };
}
