import { randomUUID } from 'node:crypto';
import { HEADERS } from '@noren/contract/envelope';
import type { TestApp, TestClient } from './start-app.ts';

/** The headers of a call that is not encrypted, from a device of its own or from a client's. */
export function plainHeaders(
  { deps }: { deps: Pick<TestApp['deps'], 'now'> },
  more: Record<string, string> = {},
  client?: Pick<TestClient, 'deviceId' | 'token' | 'cookie'>,
) {
  return {
    [HEADERS.appCode]: 'noren',
    [HEADERS.deviceId]: client?.deviceId ?? randomUUID(),
    [HEADERS.requestId]: randomUUID(),
    [HEADERS.time]: String(deps.now()),
    [HEADERS.encrypted]: '0',
    ...(client && { [HEADERS.token]: client.token ?? '', cookie: client.cookie ?? '' }),
    ...more,
  };
}
