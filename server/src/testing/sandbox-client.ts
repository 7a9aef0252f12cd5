import { randomUUID } from 'node:crypto';
import { type Client, type ClientOptions, makeClient } from '@noren/contract/client';

/** Uses a control of the sandbox as its page does. */
export const postControl = (
  url: string,
  name: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${url}/sandbox/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** The cookies that an answer sets, as a browser sends them. */
export const toCookie = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

/** A client signed in as a person whom the control `jump` made. */
export function makeSandboxClient({
  made: { deviceId, token },
  cookie,
  ...config
}: { made: { deviceId: string; token: string }; cookie: string } & Pick<
  ClientOptions,
  'base' | 'now' | 'sealKey' | 'timeoutMs'
>): Client {
  return makeClient({
    ...config,
    makeRequestId: randomUUID,
    deviceId: () => deviceId,
    token: () => token,
    language: () => 'en',
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as object), cookie } }),
  });
}
