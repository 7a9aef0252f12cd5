import { makeClient } from '@noren/contract/client';
import { APP_VERSION } from '@noren/contract/envelope';
import { appConfig } from '@noren/contract/public';
import { readBoot } from '../../api/boot.ts';
import { language, type TextId, type Translate } from '../../i18n/index.ts';
import { deviceNow } from '../../session/clock.ts';
import { deviceId, makeUuid } from '../../session/session.ts';

/**
 * The result of a device test: works, fails, or unknown without the user's permission; with the
 * details, and the browser's own error, which only customer service sees.
 */
export type Outcome = {
  state: 'ok' | 'bad' | 'unknown';
  details?: readonly Detail[];
  fault?: string;
};
/**
 * A detail: a word from the catalogue, or a number, name or measure, which is the same in every
 * language.
 */
export type Detail = Word | { is: string };
type Word = keyof typeof WORDS;
/** A device test. */
export type SelfTest = { id: SelfTestId; run: () => Outcome | Promise<Outcome> };
export type SelfTestId =
  | 'device'
  | 'app'
  | 'cookies'
  | 'storage'
  | 'camera'
  | 'push'
  | 'network'
  | 'envelope'
  | 'clock';

export const SELF_TEST_NAMES: Record<SelfTestId, TextId> = {
  device: 'test.device',
  app: 'test.app',
  cookies: 'test.cookies',
  storage: 'test.storage',
  camera: 'test.camera',
  push: 'test.push',
  network: 'test.network',
  envelope: 'test.envelope',
  clock: 'test.clock',
};

/** The words for customer service, and the text ids for the user. */
const WORDS = {
  default: 'test.will_ask',
  denied: 'test.denied',
  failed: 'test.failed',
  granted: 'test.granted',
  'needs https': 'test.needs_https',
  'no answer': 'test.no_answer',
  none: 'test.none',
  offline: 'test.offline',
  online: 'test.online',
  plain: 'test.plain',
  prompt: 'test.will_ask',
  refused: 'test.refused',
  sealed: 'test.sealed',
  unknown: 'test.unsaid',
  'worker active': 'test.worker_on',
  'worker none': 'test.worker_off',
} as const satisfies Record<string, TextId>;

/** A test's details as shown on the screen. */
export function describeDetails({ details = [] }: Outcome, t: Translate): string {
  return details
    .map((detail) => (typeof detail === 'string' ? t(WORDS[detail]) : detail.is))
    .join(' · ');
}

/** A test's details for customer service, independent of the user's language. */
export function writeDetails({ details = [], fault }: Outcome): string {
  const seen = details.map((detail) => (typeof detail === 'string' ? detail : detail.is));
  return [...seen, ...(fault ? [fault] : [])].join(', ');
}

/** With a larger clock difference every call is sent twice. */
const CLOCK_FORGIVEN_SECONDS = 300;

/** All device tests in the page's order. None prompts the user or reveals their identity. */
export function selfTests(): readonly SelfTest[] {
  const exchange = exchangeWithServer();

  return [
    { id: 'device', run: () => ({ state: 'ok', details: [{ is: deviceId() }] }) },
    {
      id: 'app',
      run: () => ({
        state: 'ok',
        details: [{ is: APP_VERSION }, { is: language() }, { is: screenSize() }],
      }),
    },
    { id: 'cookies', run: testCookies },
    { id: 'storage', run: testStorage },
    { id: 'camera', run: testCamera },
    { id: 'push', run: testPush },
    { id: 'network', run: async () => judgeNetwork(await exchange) },
    { id: 'envelope', run: async () => judgeEnvelope(await exchange) },
    { id: 'clock', run: async () => judgeClock(await exchange) },
  ];
}

function screenSize(): string {
  return `${innerWidth} × ${innerHeight} @ ${devicePixelRatio}`;
}

function testCookies(): Outcome {
  const name = 'noren_self_test';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = `${name}=1; Path=/; Max-Age=60; SameSite=Strict`;

  const isKept = document.cookie.includes(`${name}=1`);
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Strict`;

  return isKept ? { state: 'ok' } : { state: 'bad', details: ['refused'] };
}

async function testStorage(): Promise<Outcome> {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem('noren.self_test', '1');
      storage.removeItem('noren.self_test');
    }
  } catch (cause) {
    return { state: 'bad', details: ['refused'], fault: (cause as Error).name };
  }

  const { usage = 0, quota } = (await navigator.storage?.estimate?.()) ?? {};
  const inMb = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

  return {
    state: 'ok',
    details: quota === undefined ? [] : [{ is: `${inMb(usage)} / ${inMb(quota)}` }],
  };
}

async function testCamera(): Promise<Outcome> {
  if (!navigator.mediaDevices)
    return { state: 'bad', details: [isSecureContext ? 'none' : 'needs https'] };

  const devices = await navigator.mediaDevices.enumerateDevices();
  const cameras = devices.filter(({ kind }) => kind === 'videoinput').length;
  const permission = await queryPermission('camera');
  const details = [{ is: String(cameras) }, permission];
  if (cameras === 0 || permission === 'denied') return { state: 'bad', details };

  return { state: permission === 'granted' ? 'ok' : 'unknown', details };
}

async function queryPermission(name: string): Promise<PermissionState | 'unknown'> {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state;
  } catch {
    // Not every browser knows every permission name; then the state is unknown.
    return 'unknown';
  }
}

async function testPush(): Promise<Outcome> {
  if (!('Notification' in globalThis) || !('PushManager' in globalThis))
    return { state: 'bad', details: ['none'] };

  const worker = await navigator.serviceWorker?.getRegistration();
  const details: Detail[] = [
    Notification.permission,
    worker?.active ? 'worker active' : 'worker none',
  ];
  if (Notification.permission === 'denied') return { state: 'bad', details };

  return { state: Notification.permission === 'granted' ? 'ok' : 'unknown', details };
}

type Exchange =
  | { tookMs: number; isSealed: boolean; code: number; aheadSeconds: number | null }
  | { failed: string };

/** One small call like any other of the app: encrypted if the browser supports it. */
async function exchangeWithServer(): Promise<Exchange> {
  const seen = { isSealed: false, date: null as string | null };
  const client = makeClient({
    base: '',
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      seen.date = response.headers.get('date');
      seen.isSealed = (await response.clone().text()).startsWith('{"sealed"');
      return response;
    },
    now: deviceNow,
    makeRequestId: makeUuid,
    deviceId,
    token: () => null,
    language,
    sealKey: globalThis.crypto?.subtle ? (readBoot().sealKey ?? null) : null,
  });
  const from = performance.now();

  try {
    const { code } = await client.send(appConfig, {});
    const tookMs = Math.round(performance.now() - from);
    const serverMs = seen.date === null ? Number.NaN : Date.parse(seen.date);
    const aheadSeconds = Number.isNaN(serverMs)
      ? null
      : Math.round((deviceNow() - serverMs) / 1_000);

    return { tookMs, isSealed: seen.isSealed, code, aheadSeconds };
  } catch (cause) {
    return { failed: (cause as Error).name };
  }
}

function judgeNetwork(exchange: Exchange): Outcome {
  const { effectiveType } =
    (navigator as { connection?: { effectiveType?: string } }).connection ?? {};
  const details: Detail[] = [navigator.onLine ? 'online' : 'offline'];

  if (effectiveType) details.push({ is: effectiveType });
  if ('failed' in exchange)
    return { state: 'bad', details: [...details, 'no answer'], fault: exchange.failed };

  return { state: 'ok', details: [...details, { is: `${exchange.tookMs} ms` }] };
}

function judgeEnvelope(exchange: Exchange): Outcome {
  if ('failed' in exchange) return { state: 'bad', details: ['no answer'], fault: exchange.failed };
  if (exchange.code !== 200) return { state: 'bad', details: [{ is: String(exchange.code) }] };
  if (exchange.isSealed) return { state: 'ok', details: ['sealed'] };

  return {
    state: 'unknown',
    details: globalThis.crypto?.subtle ? ['plain'] : ['plain', 'needs https'],
  };
}

function judgeClock(exchange: Exchange): Outcome {
  if ('failed' in exchange || exchange.aheadSeconds === null) return { state: 'unknown' };
  const isClose = Math.abs(exchange.aheadSeconds) <= CLOCK_FORGIVEN_SECONDS;
  const sign = exchange.aheadSeconds > 0 ? '+' : '';
  return { state: isClose ? 'ok' : 'bad', details: [{ is: `${sign}${exchange.aheadSeconds} s` }] };
}
