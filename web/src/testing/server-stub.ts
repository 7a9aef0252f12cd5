import type { AnswerOf, BodyOf, Call } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { type ErrorData, HEADERS } from '@noren/contract/envelope';
import { vi } from 'vitest';
import { clearAnswers } from '../api/hooks.tsx';

/** A request the stub received. The body of an upload is an object of its parts. */
export type StubRequest = {
  method: string;
  path: string;
  body: unknown;
  requestId: string | undefined;
};

type Refusal = { code: number; msg?: string; data?: ErrorData | null };
type Answer = { data: unknown } | Refusal | 'no answer';

function parseBody(body: RequestInit['body']): unknown {
  if (body instanceof FormData || body instanceof URLSearchParams)
    return Object.fromEntries(body.entries());
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
}

/**
 * XMLHttpRequest for uploads: reports half and whole progress, then answers through the stubbed
 * `fetch`.
 */
class UploadStub {
  upload: {
    onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void;
  } = {};
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
    for (const loaded of [1, 2])
      this.upload.onprogress?.({ lengthComputable: true, loaded, total: 2 });
    fetch(this.#url, { method: this.#method, headers: this.#headers, body }).then(
      async (answer) => {
        this.status = answer.status;
        this.responseText = await answer.text();
        this.#end(this.onload);
      },
      () => this.#end(this.onerror),
    );
  }
  #end(listener: (() => void) | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    listener?.();
    this.onloadend?.();
  }
}

/**
 * Replaces `fetch` by a server that answers the calls a test declares. Any other call stays without
 * an answer: a failure's toast would replace the one that a test looks for.
 */
export function stubServer() {
  const answers: { declared: Call; pattern: RegExp; answer: (sent: StubRequest) => Answer }[] = [];
  const sent: StubRequest[] = [];
  let onlyToken: string | undefined;

  clearAnswers();
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const request = {
      method: init.method ?? 'GET',
      path: input,
      body: parseBody(init.body),
      requestId: new Headers(init.headers).get(HEADERS.requestId) ?? undefined,
    };
    sent.push(request);

    const known = answers.findLast(
      ({ declared, pattern }) => declared.method === init.method && pattern.test(input),
    );
    if (!known) return new Promise(() => undefined);

    const isKnown =
      onlyToken === undefined || new Headers(init.headers).get(HEADERS.token) === onlyToken;
    const answer = isKnown ? known.answer(request) : { code: CODES.signedOut };
    if (answer === 'no answer') throw new TypeError('Failed to fetch');

    const envelope =
      'code' in answer
        ? { msg: 'refused', data: null, ...answer }
        : { code: 200, msg: 'OK', data: answer.data };
    return new Response(JSON.stringify(envelope));
  });
  vi.stubGlobal('XMLHttpRequest', UploadStub);

  const put = (declared: Call, answer: (sent: StubRequest) => Answer) => {
    const pattern = new RegExp(`^${declared.path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
    answers.push({ declared, pattern, answer });
  };

  return {
    /** Answers a call from now on, with the data or with the function's result. */
    answers<C extends Call>(
      declared: C,
      data: AnswerOf<C> | ((sent: StubRequest) => AnswerOf<C>),
    ): void {
      put(declared, (request) => ({
        data:
          typeof data === 'function' ? (data as (s: StubRequest) => AnswerOf<C>)(request) : data,
      }));
    },
    refuses(declared: Call, code: number, msg = 'refused', data: ErrorData | null = null): void {
      put(declared, () => ({ code, msg, data }));
    },
    /** Answers 401 to every other token from now on. */
    acceptOnly(token: string): void {
      onlyToken = token;
    },
    /** Fails a call from now on, as a network without connection does. */
    loses(declared: Call): void {
      put(declared, () => 'no answer');
    },
    /** The bodies a call was sent with. */
    listBodies<C extends Call>(declared: C): BodyOf<C>[] {
      return this.sentTo(declared).map(({ body }) => body as BodyOf<C>);
    },
    sentTo(declared: Call): StubRequest[] {
      const pattern = new RegExp(`^${declared.path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
      return sent.filter(({ method, path }) => method === declared.method && pattern.test(path));
    },
  };
}
