import { randomUUID } from 'node:crypto';
import type { AnswerOf, Call } from '@noren/contract/call';
import { type ClientOptions, makeClient, type SendOptions } from '@noren/contract/client';
import type { Envelope } from '@noren/contract/envelope';
import { encodeRequest } from './fire.ts';
import { makeCredentials } from './sessions.ts';

/** A request made by the app's own client and not sent; `answer` gives the client its response. */
export interface PendingCall<C extends Call> {
  readonly bytes: Buffer;
  answer(body: string): Promise<Envelope<AnswerOf<C>>>;
}

/**
 * A device with one encapsulation, used by users one after the other: encodes a call as the app
 * would, without sending it. One call at a time.
 */
export type Phone = <C extends Call>(
  userId: string,
  declared: C,
  options: SendOptions<C>,
) => Promise<PendingCall<C>>;

interface HeldRequest {
  readonly bytes: Buffer;
  give(body: string): void;
}

const ANSWER_WITHIN_MS = 3_600_000;

/** Makes a phone. Without a key it seals nothing. */
export function makePhone(sealKey: ClientOptions['sealKey']): Phone {
  const deviceId = randomUUID();
  let userId = '';
  let held = Promise.withResolvers<HeldRequest>();

  const client = makeClient({
    base: '',
    now: () => Date.now(),
    makeRequestId: randomUUID,
    deviceId: () => deviceId,
    token: () => makeCredentials(userId).token,
    language: () => 'en',
    sealKey,
    timeoutMs: ANSWER_WITHIN_MS,
    fetch: (path, { method = 'GET', headers, body } = {}) =>
      new Promise((answered) => {
        const cookie = `__Host-noren=${makeCredentials(userId).cookie}`;
        const bytes = encodeRequest({
          method,
          path: String(path),
          headers: { ...(headers as Record<string, string>), cookie },
          body: body ? String(body) : null,
        });

        held.resolve({ bytes, give: (text) => answered(new Response(text)) });
      }),
  });

  return async (asUser, declared, options) => {
    userId = asUser;
    held = Promise.withResolvers();

    const answer = client.send(declared, options);
    answer.catch(held.reject);

    const { bytes, give } = await held.promise;

    return {
      bytes,
      answer: (body) => {
        give(body);
        return answer;
      },
    };
  };
}
