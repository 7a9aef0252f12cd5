import type { AnswerOf, BodyOf, Call } from '@noren/contract/call';
import type { ErrorData } from '@noren/contract/envelope';
import { vi } from 'vitest';
import { forgetAnswers } from '../api-hooks.tsx';

/** What reached the server that stands in: the call's path as it was sent, and its body. */
export type Sent = { method: string; path: string; body: unknown };

type Refusal = { code: number; msg?: string; data?: ErrorData | null };
type Answer = { data: unknown } | Refusal | 'no answer';

/** A server for screens, at the place of `fetch`: each declared call is answered as told, any other fails the test. */
export function standInServer() {
  const answers: { declared: Call; pattern: RegExp; answer: (sent: Sent) => Answer }[] = [];
  const sent: Sent[] = [];
  forgetAnswers();
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const request = {
      method: init.method ?? 'GET',
      path: input,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    };
    sent.push(request);
    const known = answers.findLast(({ declared, pattern }) => declared.method === init.method && pattern.test(input));
    if (!known) throw new Error(`the test answers no ${init.method} ${input}`);
    const answer = known.answer(request);
    if (answer === 'no answer') throw new TypeError('Failed to fetch');
    const envelope =
      'code' in answer ? { msg: 'refused', data: null, ...answer } : { code: 200, msg: 'OK', data: answer.data };
    return new Response(JSON.stringify(envelope));
  });
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
