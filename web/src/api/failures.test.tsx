import type { Call } from '@noren/contract/call';
import { CODES, SILENT_CODES, TOKEN_EXPIRED_MESSAGE } from '@noren/contract/codes';
import { dictionary } from '@noren/contract/dictionary';
import { CALLS } from '@noren/contract/index';
import { logOut } from '@noren/contract/login';
import { render } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubServer } from '../testing/server-stub.ts';
import { ApiError, NoAnswer, reportFailure, send } from './api.ts';
import { markHandled, showFailuresWith } from './failures.ts';
import { DataProvider, useCall, useSend } from './hooks.tsx';

let toasts: string[] = [];
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  toasts = [];
  showFailuresWith((text) => toasts.push(text));
  server = stubServer();
});

/** A failure that no screen says: once its toast is there, those of earlier failures are. */
async function waitForToasts(): Promise<void> {
  reportFailure(new NoAnswer('the last'));
  await expect.poll(() => toasts.at(-1)).toBe('the last');
  toasts.pop();
}

const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.*', '!../testing/**'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

type Hook = 'send' | 'useSend' | 'useUpload' | 'useCall';
/** A place that sends or loads: its file, the call's name and the code between the parentheses. */
type Site = { file: string; hook: Hook; call: string; input: string };

/** The code between the parenthesis that opens there and its end. */
function readArguments(source: string, start: number): string {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if ('([{'.includes(source[at] as string)) depth += 1;
    if (')]}'.includes(source[at] as string)) depth -= 1;
    if (depth === 0) return source.slice(start + 1, at);
  }

  throw new Error('a parenthesis without an end');
}

/** Every place of the app that sends or loads one of the wire's calls, as the code has it. */
function listSites(): Site[] {
  return Object.entries(sources).flatMap(([path, source]) => {
    const file = path.replace(/^\.\.\//, '').replace(/^\.\//, 'api/');
    // Where `send` is not the wire's, it is what a hook returned.
    const hasSend = /import \{[^}]*\bsend\b[^}]*\} from '[./a-z]*\/api\.ts'/.test(source);
    const hooks = `${hasSend ? 'send|' : ''}useSend|useUpload|useCall`;

    return [...source.matchAll(new RegExp(`(?<!function |\\.)\\b(${hooks})(?=\\()`, 'g'))].map(
      (match) => {
        const input = readArguments(source, match.index + match[0].length);
        const local = /^\s*(\w*)/.exec(input)?.[1] ?? '';
        const call = new RegExp(`\\b(\\w+) as ${local}\\b`).exec(source)?.[1] ?? local;
        return { file, hook: match[1] as Hook, call, input };
      },
    );
  });
}

/** The hooks themselves pass on the call that they are given. */
const sites = listSites().filter(
  ({ file, call }) => !(file.startsWith('api/') && call === 'declared'),
);

const isQuiet = ({ hook, input }: Site): boolean =>
  hook !== 'useCall' && /,\s*'quiet',?\s*$/.test(input);
const findDeclaration = (name: string): Call => (CALLS as Record<string, Call>)[name] as Call;

/** Calls that nobody waits for, with the reason why nobody is told that they failed. */
const QUIET: Record<string, string> = {
  'api/draft-key.ts: draftKey': 'a form works without its draft',
  'app/start-tracking.ts: trackingConfig': 'the borrower does not see tracking',
  'device/report-device.ts: deviceInformation': 'reported again at the next start',
  'features/coupons/coupon.tsx: receiveCoupon':
    'asked for again at each opening; the list shows what is there',
  'features/login/confirm-calls.ts: beginPasskeyConfirmation': 'a code is sent instead',
  'features/login/email.tsx: confirmEmail': 'what is wrong with the code stands beside its field',
  'features/support/notifications.tsx: readNotifications': 'they stay marked as new',
  'pwa/push.ts: pushSubscriptionState': 'tried again at the next start',
  'pwa/push.ts: savePushToken': 'tried again at the next start',
  'pwa/push.ts: viewConsents': 'tried again at the next start',
  'shared/loan/evaluation-dialogs.tsx: receiveCoupon': 'the coupon screen asks for it again',
  'tracking/buffer.ts: saveTracking': 'the borrower does not see tracking',
  'tracking/report-fault.ts: saveEvent': 'a fault of the report itself',
};

/** Files that fetch by themselves, and what they fetch that is no call of a screen. */
const FETCHING: Record<string, string> = {
  'api/upload.ts': 'the transport of uploads',
  'api/wire.ts': 'the transport of the calls',
  'features/certification/face/engine-worker.ts': 'the parts of the engine',
  'features/pages/self-tests.ts': 'the device test, which shows each result',
  'first-paint/load-app.ts': 'the files of the app',
  'first-paint/request-first-view.ts':
    'answers for the calls of the first screen, which tell their failure',
  'first-paint/typed-phone.ts': 'the key of the draft',
  'pwa/service-worker.ts': 'pages and files',
};

describe('every send and load of the app', () => {
  it('is found in the code and is one of the wire’s calls', () => {
    expect(sites.length).toBeGreaterThan(100);
    expect(sites.filter(({ call }) => findDeclaration(call) === undefined)).toEqual([]);
  });

  it('is quiet only for a reason', () => {
    const quiet = new Set(sites.filter(isQuiet).map(({ file, call }) => `${file}: ${call}`));
    expect([...quiet].toSorted()).toEqual(Object.keys(QUIET));
  });

  it('goes through the hooks and `send`, which tell its failure', () => {
    const fetching = Object.entries(sources).filter(([, source]) =>
      /\bfetch\(|new XMLHttpRequest/.test(source),
    );
    const files = fetching.map(([path]) => path.replace(/^\.\.\//, '').replace(/^\.\//, 'api/'));

    expect(files.toSorted()).toEqual(Object.keys(FETCHING));

    const reporting = sites.filter(({ input }) => /,\s*'caller'/.test(input));
    expect(reporting).toEqual([]);
  });

  it.each(['load', 'send'] as const)(
    'is of a call whose failed %s gets a toast from the hook, in a component that says nothing',
    async (kind) => {
      const loud = sites.filter(
        (site) => !isQuiet(site) && (site.hook === 'useCall') === (kind === 'load'),
      );
      const names = [...new Set(loud.map(({ call }) => call))];

      for (const name of names)
        server.refuses(findDeclaration(name), CODES.fault, `${name} failed`);
      render(
        <DataProvider>
          {names.map((name) =>
            kind === 'load' ? <Load key={name} name={name} /> : <Send key={name} name={name} />,
          )}
        </DataProvider>,
      );
      expect(names.length).toBeGreaterThan(20);
      await expect
        .poll(() => toasts.toSorted())
        .toEqual(names.map((name) => `${name} failed`).toSorted());
    },
  );
});

/** Some input with which a call can be sent. */
function inputFor(declared: Call) {
  const names = [...declared.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'x']);
  return {
    params: Object.fromEntries(names),
    query: {},
    body: {},
    file: new Blob(['x']),
    files: [new Blob(['x'])],
  };
}

/** A screen that loads a call and says nothing when that fails. */
function Load({ name }: { name: string }) {
  const declared = findDeclaration(name);
  useCall(declared, inputFor(declared) as never);
  return null;
}

/** A screen that sends a call and says nothing when that fails. */
function Send({ name }: { name: string }) {
  const declared = findDeclaration(name);
  const { send: sendCall } = useSend(declared);

  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once
  useEffect(() => void sendCall(inputFor(declared) as never), []);

  return null;
}

describe('a failure', () => {
  function Genders({ everyMs }: { everyMs?: number }) {
    const { data, error } = useCall(dictionary, { params: { type: 'gender' }, everyMs });
    return data ? <p>{data.details.length} genders</p> : <p>{error?.message}</p>;
  }

  const show = (everyMs?: number) =>
    render(
      <DataProvider>
        <Genders {...(everyMs !== undefined && { everyMs })} />
      </DataProvider>,
    );

  it('that the screen says in its place gets no toast', async () => {
    server.refuses(dictionary, CODES.fault, 'The list is away');

    const { findByText } = show();
    await findByText('The list is away');
    await waitForToasts();
    expect(toasts).toEqual([]);
  });

  it('that the screen said gets none, although the user has gone on meanwhile', async () => {
    server.refuses(dictionary, CODES.fault, 'The list is away');

    const { findByText, unmount } = show();
    await findByText('The list is away');
    unmount();
    await waitForToasts();
    expect(toasts).toEqual([]);
  });

  it.each([
    ['a script', '<script type="application/json">"The list is away"</script>'],
    ['a text for browsers without scripts', '<noscript><p>The list is away</p></noscript>'],
    ['a closed dialog', '<dialog><p>The list is away</p></dialog>'],
    ['a hidden part', '<div hidden><p>The list is away</p></div>'],
    ['a part that the style takes out', '<div style="display: none"><p>The list is away</p></div>'],
    [
      'a part that the style makes invisible',
      '<div style="visibility: hidden"><p>The list is away</p></div>',
    ],
    ['closed details', '<details><summary>More</summary><p>The list is away</p></details>'],
  ])('that stands only in %s gets one', async (_, part) => {
    const page = document.createElement('main');
    page.innerHTML = part;
    document.body.append(page);
    reportFailure(new ApiError(CODES.fault, 'The list is away', null));
    await waitForToasts();
    page.remove();
    expect(toasts).toEqual(['The list is away']);
  });

  it.each([
    ['an open dialog', '<dialog open><p>The list is away</p></dialog>'],
    ['several elements', '<p>Sorry. <b>The list</b> is away</p>'],
    ['open details', '<details open><summary>More</summary><p>The list is away</p></details>'],
    [
      'a visible part of an invisible one',
      '<p style="visibility: hidden"><b style="visibility: visible">The list is away</b></p>',
    ],
  ])('that stands in %s gets none', async (_, part) => {
    const page = document.createElement('main');
    page.innerHTML = part;
    document.body.append(page);
    reportFailure(new ApiError(CODES.fault, 'The list is away', null));
    await waitForToasts();
    page.remove();
    expect(toasts).toEqual([]);
  });

  it('of polling is told once, until an answer came', async () => {
    const polls = () => server.sentTo(dictionary).length;

    const pollTwice = async () => {
      const before = polls();
      await expect.poll(polls).toBeGreaterThan(before + 2);
    };

    server.answers(dictionary, { details: [] });

    const { findByText } = show(5);
    await findByText('0 genders');
    server.refuses(dictionary, CODES.fault, 'The list is away');
    await pollTwice();
    await waitForToasts();
    expect(toasts).toEqual(['The list is away']);
    server.answers(dictionary, { details: [] });
    await pollTwice();
    server.refuses(dictionary, CODES.fault, 'The list is away again');
    await pollTwice();
    await waitForToasts();
    expect(toasts).toEqual(['The list is away', 'The list is away again']);
  });

  it('that is handled otherwise gets none', async () => {
    server.refuses(logOut, CODES.fault, 'Not now');
    await send(logOut, {}).catch(markHandled);
    await waitForToasts();
    expect(toasts).toEqual([]);
  });

  it('whose code is silent or leads to another screen gets none', async () => {
    const { signedOut, forbidden, notCertified } = CODES;
    for (const code of [...SILENT_CODES, signedOut, notCertified])
      reportFailure(new ApiError(code, `code ${code}`, null));
    reportFailure(new ApiError(forbidden, TOKEN_EXPIRED_MESSAGE, null));
    await waitForToasts();
    expect(toasts).toEqual([]);
  });

  it('of a missing network is told to the sender', async () => {
    server.loses(logOut);
    await send(logOut, {}).catch(() => undefined);
    await waitForToasts();
    expect(toasts).toEqual(['Check your connection and try again.']);
  });

  it('of a load that the screen works without is told, except of a missing network', async () => {
    function Optional() {
      const { failureCount } = useCall(dictionary, {
        params: { type: 'gender' },
        isOptional: true,
      });
      return <p>{failureCount} failures</p>;
    }

    const showOptional = async (failures: number) => {
      const { findByText, unmount } = render(
        <DataProvider>
          <Optional />
        </DataProvider>,
      );
      await findByText(`${failures} failures`);
      await waitForToasts();
      unmount();
    };

    server.loses(dictionary);
    await showOptional(2);
    expect(toasts).toEqual([]);
    server.refuses(dictionary, CODES.fault, 'The list is away');
    await showOptional(1);
    expect(toasts).toEqual(['The list is away']);
  });
});
