import type { BrowserContext } from '@playwright/test';
import { refuseFirstView } from '../support/first-view.ts';

/** English with longer words, to test how screens lay them out: "Sign in" is "⟦Sííǧń íín⟧". */
const LETTERS: Readonly<Record<string, string>> = {
  a: 'áá',
  e: 'éé',
  i: 'íí',
  o: 'óó',
  u: 'úú',
  y: 'ýý',
  A: 'ÁÁ',
  E: 'ÉÉ',
  I: 'ÍÍ',
  O: 'ÓÓ',
  U: 'ÚÚ',
  n: 'ñ',
  g: 'ģ',
};

/** Letter by letter, so that a message gives the same result in parts and as a whole. */
function lengthen(words: string): string {
  return words.replace(/[aeiouyAEIOUng]/g, (letter) => LETTERS[letter] ?? letter);
}

const inBrackets = (words: string) => `⟦${words}⟧`;

/** A message of the catalogues; its values and tags stay. */
export function pseudo(message: string): string {
  const parts = message.split(/(\{\w+\}|<\/?\w+>)/);
  return inBrackets(parts.map((part, index) => (index % 2 === 0 ? lengthen(part) : part)).join(''));
}

// A compiled message is a list of texts, ['name'], and ['name', 'plural', { one: [...], other:
// [...] }].
type MessageToken = string | MessageToken[] | { [arm: string]: MessageToken };

function pseudoTokens(tokens: MessageToken[]): MessageToken[] {
  return tokens.map((token) => {
    if (typeof token === 'string')
      return token
        .split(/(<\/?\w+>)/)
        .map((part, index) => (index % 2 === 0 ? lengthen(part) : part))
        .join('');

    if (!Array.isArray(token)) return token;

    const [name = '', kind, arms] = token;
    if (kind === undefined || arms === undefined) return token;

    const entries = Object.entries(arms).map(([arm, inner]) => [
      arm,
      pseudoTokens(inner as MessageToken[]),
    ]);
    return [name, kind, Object.fromEntries(entries) as MessageToken];
  });
}

/**
 * Serves the pseudo-language instead of English to a context's pages. The app contains nothing of
 * it.
 */
export async function usePseudoLanguage(context: BrowserContext): Promise<void> {
  // The server writes it in English.
  await refuseFirstView(context);
  await context.route(/\/assets\/((daily-|rest-)?en)-[\w-]+\.js$/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    const { default: messages } = (await import(
      `data:text/javascript,${encodeURIComponent(body)}`
    )) as {
      default: Record<string, MessageToken>;
    };
    const ours = Object.entries(messages).map(([id, message]) => [id, pseudoMessage(message)]);

    await route.fulfill({
      response: answer,
      body: `export default ${JSON.stringify(Object.fromEntries(ours))}`,
    });
  });

  // The page contains the first screens and their texts in English: remove them, so that the
  // catalogue is requested.
  await context.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replace(/<template id="shell-.*<\/template>/s, '')
        .replace(
          /(id="noren-boot">)([^<]*)/,
          (_, start: string, boot: string) => start + withoutTexts(boot),
        );
      await route.fulfill({ response: answer, body });
    },
  );
}

function withoutTexts(boot: string): string {
  const { texts, ...rest } = JSON.parse(boot) as { texts: object };
  if (!texts) throw new Error('The page brings no texts along');
  return JSON.stringify(rest).replaceAll('<', '\\u003c');
}

function pseudoMessage(message: MessageToken): MessageToken {
  return ['⟦', ...pseudoTokens(Array.isArray(message) ? message : [message]), '⟧'];
}
