import type { AnswerOf, BodyOf, Call } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { type ErrorData, HEADERS } from '@noren/contract/envelope';
import { vi } from 'vitest';
import { clearAnswers } from '../api/hooks.tsx';

/** What reached the server that stands in: the call's path as it was sent, its body (of an upload, its parts) and its request id. */
export type Sent = { method: string; path: string; body: unknown; requestId: string | undefined };

type Refusal = { code: number; msg?: string; data?: ErrorData | null };
type Answer = { data: unknown } | Refusal | 'no answer';

function bodyOf(body: RequestInit['body']): unknown {
  if (body instanceof FormData || body instanceof URLSearchParams) return Object.fromEntries(body.entries());
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
}

/** An upload, as the browser sends it: it comes half-way, then to its end, and is answered by what stands for `fetch`. */
class UploadStub {
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = '';
  readonly #headers: Record<string, string> = {};
  #method = '';
  #url = '';
  #isOver = false;
  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }
  abort(): void {
    this.#end(this.onabort);
  }
  send(body: FormData): void {
    for (const loaded of [1, 2]) this.upload.onprogress?.({ lengthComputable: true, loaded, total: 2 });
    fetch(this.#url, { method: this.#method, headers: this.#headers, body }).then(
      async (answer) => {
        this.status = answer.status;
        this.responseText = await answer.text();
        this.#end(this.onload);
      },
      () => this.#end(this.onerror),
    );
  }
  #end(told: (() => void) | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    told?.();
    this.onloadend?.();
  }
}

/** A server for screens, at the place of `fetch`: each declared call is answered as told, any other fails the test. */
export function stubServer() {
  const answers: { declared: Call; pattern: RegExp; answer: (sent: Sent) => Answer }[] = [];
  const sent: Sent[] = [];
  let onlyToken: string | undefined;
  clearAnswers();
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const request = {
      method: init.method ?? 'GET',
      path: input,
      body: bodyOf(init.body),
      requestId: new Headers(init.headers).get(HEADERS.requestId) ?? undefined,
    };
    sent.push(request);
    const known = answers.findLast(({ declared, pattern }) => declared.method === init.method && pattern.test(input));
    if (!known) throw new Error(`the test answers no ${init.method} ${input}`);
    const isKnown = onlyToken === undefined || new Headers(init.headers).get(HEADERS.token) === onlyToken;
    const answer = isKnown ? known.answer(request) : { code: CODES.signedOut };
    if (answer === 'no answer') throw new TypeError('Failed to fetch');
    const envelope =
      'code' in answer ? { msg: 'refused', data: null, ...answer } : { code: 200, msg: 'OK', data: answer.data };
    return new Response(JSON.stringify(envelope));
  });
  vi.stubGlobal('XMLHttpRequest', UploadStub);
  const put = (declared: Call, answer: (sent: Sent) => Answer) => {
    const pattern = new RegExp(`^${declared.path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
    answers.push({ declared, pattern, answer });
  };
  return {
    /** Answers a call from now on, with this or with what the function makes of what was sent. */
    answers<C extends Call>(declared: C, data: AnswerOf<C> | ((sent: Sent) => AnswerOf<C>)): void {
      put(declared, (request) => ({
        data: typeof data === 'function' ? (data as (s: Sent) => AnswerOf<C>)(request) : data,
      }));
    },
    /** Refuses a call from now on. */
    refuses(declared: Call, code: number, msg = 'refused', data: ErrorData | null = null): void {
      put(declared, () => ({ code, msg, data }));
    },
    /** Knows one session alone from now on: whoever comes with another is signed out. */
    knowsOnly(token: string): void {
      onlyToken = token;
    },
    /** Loses a call from now on, as a dead network does. */
    loses(declared: Call): void {
      put(declared, () => 'no answer');
    },
    /** The bodies a call was sent with. */
    bodiesOf<C extends Call>(declared: C): BodyOf<C>[] {
      return this.sentTo(declared).map(({ body }) => body as BodyOf<C>);
    },
    sentTo(declared: Call): Sent[] {
      const pattern = new RegExp(`^${declared.path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
      return sent.filter(({ method, path }) => method === declared.method && pattern.test(path));
    },
  };
}
