import { ListFaultError } from '@noren/core/people/sanctions-fault';
import type { SanctionsSource } from '../../platform/ports/sanctions-source.ts';

/** Where the list is, and how long all of it is waited for. */
export interface UnListAccess {
  readonly url: string;
  readonly timeoutMs: number;
}

/** A site may move its file; a longer chain leads in circles. */
const MOST_REDIRECTS = 3;

/** Fetches the list from an address; a redirection is followed on the same host only. */
export function makeUnListSource({ url, timeoutMs }: UnListAccess): SanctionsSource {
  return {
    async fetchUnList() {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await follow(url, signal).catch(() => null);
      if (!response?.ok || !response.body) {
        await response?.body?.cancel();
        throw new ListFaultError('no_answer', 0);
      }

      return readPieces(response.body);
    },
  };
}

async function follow(url: string, signal: AbortSignal): Promise<Response> {
  let at = new URL(url);
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(at, { signal, redirect: 'manual' });
    const to = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || to === null) return response;

    await response.body?.cancel();

    const next = new URL(to, at);
    if (next.origin !== at.origin || redirects === MOST_REDIRECTS)
      throw new Error('redirected elsewhere');
    at = next;
  }
}

async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new ListFaultError('no_answer', 0);
      });
      if (done) return;
      yield value;
    }
  } finally {
    // A reader that has enough, or found a fault, wants no more of it.
    await reader.cancel().catch(() => undefined);
  }
}
