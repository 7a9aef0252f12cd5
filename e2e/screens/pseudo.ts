import type { BrowserContext } from '@playwright/test';

/** English as a language of longer words, to see what a screen does with them: "Sign in" is "⟦Sííǧń íín⟧". */
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

/** Letter by letter, so that the parts of a message and the whole come out the same. */
function lengthen(words: string): string {
  return words.replace(/[aeiouyAEIOUng]/g, (letter) => LETTERS[letter] ?? letter);
}

const inBrackets = (words: string) => `⟦${words}⟧`;

/** A message as the catalogues write it; its values and tags stay. */
export function pseudo(message: string): string {
  const parts = message.split(/(\{\w+\}|<\/?\w+>)/);
  return inBrackets(parts.map((part, place) => (place % 2 === 0 ? lengthen(part) : part)).join(''));
}

// A compiled message is a list of texts, ['name'], and ['name', 'plural', { one: [...], other: [...] }].
type Compiled = string | Compiled[] | { [arm: string]: Compiled };

function pseudoTokens(tokens: Compiled[]): Compiled[] {
  return tokens.map((token) => {
    if (typeof token === 'string')
      return token
        .split(/(<\/?\w+>)/)
        .map((part, place) => (place % 2 === 0 ? lengthen(part) : part))
        .join('');
    if (!Array.isArray(token)) return token;
    const [name = '', kind, arms] = token;
    if (kind === undefined || arms === undefined) return token;
    const entries = Object.entries(arms).map(([arm, inner]) => [arm, pseudoTokens(inner as Compiled[])]);
    return [name, kind, Object.fromEntries(entries) as Compiled];
  });
}

/** Gives a context's pages the pseudo-language in place of English. Nothing of it is in the app. */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  await context.route(/\/assets\/((daily-|rest-)?en)-[\w-]+\.js$/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    const { default: messages } = (await import(`data:text/javascript,${encodeURIComponent(body)}`)) as {
      default: Record<string, Compiled>;
    };
    const ours = Object.entries(messages).map(([id, message]) => [id, pseudoMessage(message)]);
    await route.fulfill({ response: answer, body: `export default ${JSON.stringify(Object.fromEntries(ours))}` });
  });
  // The page brings the first screens and their texts along in English: they are left out, and the catalogue is asked for.
  await context.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replace(/<template id="shell-.*<\/template>/s, '')
        .replace(/(id="noren-boot">)([^<]*)/, (_, start: string, boot: string) => start + withoutTexts(boot));
      await route.fulfill({ response: answer, body });
    },
  );
}

function withoutTexts(boot: string): string {
  const { texts, ...rest } = JSON.parse(boot) as { texts: object };
  if (!texts) throw new Error('The page brings no texts along');
  return JSON.stringify(rest).replaceAll('<', '\\u003c');
}

function pseudoMessage(message: Compiled): Compiled {
  return ['⟦', ...pseudoTokens(Array.isArray(message) ? message : [message]), '⟧'];
}
