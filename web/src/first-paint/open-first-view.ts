import { DAILY_STYLE, FIRST_VIEW_CALL } from 'virtual:preload-manifest';
import { type AnswerOf, buildAddress } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { type Envelope, HEADERS } from '@noren/contract/envelope';
import type { firstView } from '@noren/contract/first-view';
import { encapsulate, openText, sealLines } from '@noren/contract/seal';
import { readBoot } from '../api/boot.ts';
import type { SentFirstView } from '../api/wire.ts';

/**
 * Inlined at the end of a signed-in user's page: opens the answer that request-first-view.ts
 * requested, and shows its HTML. The app takes the same elements and answers over. Where this
 * fails, the app shows the screen by itself.
 */

type FirstView = AnswerOf<typeof firstView>;

const app = document.getElementById('app') as HTMLElement;

const style = Object.assign(document.createElement('style'), {
  id: 'noren-daily-style',
  textContent: DAILY_STYLE,
});

document.head.append(style);

declare global {
  interface Window {
    /** Called when the first view is sent after the end of the page was read. */
    norenOpenFirstView?: () => void;
  }
}
window.norenOpenFirstView = start;
start();

function start(): void {
  const sent = window.norenFirstView;
  if (!sent?.request) return;

  sent.opened = open(sent, sent.request);
  sent.opened
    .then(({ html }) => html !== null && show(sent, html))
    .catch((cause: Error) => console.info('The first view was not opened', cause.name))
    .then(sent.settle);
}

async function open(
  { query }: SentFirstView,
  { sealKeyPair, headers, response }: NonNullable<SentFirstView['request']>,
): Promise<FirstView> {
  const { sealKey } = readBoot();
  if (!sealKey) throw new TypeError('the page has no key');

  // While the answer is on its way.
  const { secret } = await encapsulate(sealKey, sealKeyPair);
  const answer = await response;
  const { sealed } = (await answer.json()) as { sealed?: string };
  if (sealed === undefined) throw new TypeError('the answer is not sealed');

  const lines = sealLines('response', 'GET', buildAddress(FIRST_VIEW_CALL, { query }), headers);
  const text = await openText(secret, headers[HEADERS.requestId] ?? '', lines, sealed);
  const { code, data } = JSON.parse(text) as Envelope<FirstView>;
  if (code !== CODES.success) throw new TypeError(`the answer is ${code}`);

  return data as FirstView;
}

/** Shows the screen, unless the app has started or the address has changed meanwhile. */
function show({ query: { at }, language }: SentFirstView, html: string): void {
  const isWaiting = app.dataset.shell === 'waiting' || app.childElementCount === 0;
  // The app removes `data-started` again once it has taken over: then its own screen is there.
  if (!isWaiting || app.hasAttribute('data-started') || history.state?.usr) return;

  if (window.norenPage.isLedHome()) history.replaceState(history.state, '', `#${at}`);
  if (location.hash.slice(1) !== at) return;

  // Written by React on the server, which escapes every text.
  app.innerHTML = html;
  app.dataset.shell = at;
  document.documentElement.lang = language;
  // Computes the styles in this task, so that the next frame only has the layout left to do.
  void getComputedStyle(app).color;
}
