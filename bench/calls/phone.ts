import { randomUUID } from 'node:crypto';
import type { AnswerOf, Call } from '@noren/contract/call';
import { makeClient, type SendOptions } from '@noren/contract/client';
import type { Envelope } from '@noren/contract/envelope';
import { makeCredentials } from '../load-model/sessions.ts';
import { encodeRequest, type RequestBytes } from './fire.ts';

/** A request made by the app's own client and not sent; `answer` gives the client its response. */
export interface PendingCall<C extends Call> {
  readonly bytes: RequestBytes;
  answer(body: string): Promise<Envelope<AnswerOf<C>>>;
}

/** A device with one encapsulation, used by users one after the other. */
export interface Phone {
  /** Encodes a call as the app would, without sending it. One call at a time. */
  hold<C extends Call>(user: number, declared: C, options: SendOptions<C>): Promise<PendingCall<C>>;
}

export type SealKey = { keyId: string; publicKey: string } | null;
const ANSWER_WITHIN_MS = 3_600_000;

/** Makes a phone. Without a key it seals nothing. */
export function makePhone(sealKey: SealKey): Phone {
  const deviceId = randomUUID();
  let user = 0;
  let take: (bytes: RequestBytes, give: (body: string) => void) => void = () => undefined;

  const client = makeClient({
    base: '',
    now: () => Date.now(),
    makeRequestId: randomUUID,
    deviceId: () => deviceId,
    token: () => makeCredentials(user).token,
    language: () => 'en',
    sealKey,
    timeoutMs: ANSWER_WITHIN_MS,
    fetch: (path, init) =>
      new Promise((answered) => {
        const cookie = `__Host-noren=${makeCredentials(user).cookie}`;
        const headers = { ...(init?.headers as Record<string, string>), cookie };
        const body = init?.body ? String(init.body) : null;
        const bytes = encodeRequest({
          method: init?.method ?? 'GET',
          path: String(path),
          headers,
          body,
        });

        take(bytes, (text) => answered(new Response(text)));
      }),
  });

  return {
    hold: (asUser, declared, options) =>
      new Promise((held, failed) => {
        user = asUser;
        take = (bytes, give) =>
          held({
            bytes,
            answer: (body) => {
              give(body);
              return answer;
            },
          });

        const answer = client.send(declared, options);
        answer.catch(failed);
      }),
  };
}
