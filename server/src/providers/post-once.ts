/** Posts a body: follows no redirect, and waits no longer than the time-out. */
export function postOnce(
  url: string,
  request: { headers: Record<string, string>; body: NonNullable<RequestInit['body']> },
  timeoutMs: number,
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  return fetch(url, { ...request, method: 'POST', signal, redirect: 'error' });
}
