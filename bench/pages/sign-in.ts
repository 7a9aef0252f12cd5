import type { Target } from './load-page.ts';

/**
 * A new invented person at a point of the borrower's journey: their order, and their phone's
 * cookies.
 */
export interface SignedInPhone {
  readonly repayId: string | null;
  readonly cookies: NonNullable<Target['cookies']>;
}

/** Makes a person and signs a phone in as them. */
export async function signIn(url: string, to: 'limit' | 'active'): Promise<SignedInPhone> {
  const answer = await fetch(`${url}/sandbox/api/jump`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to }),
  });
  if (!answer.ok) throw new Error(`jump to ${to}: ${answer.status} ${await answer.text()}`);

  const { repayId } = (await answer.json()) as { repayId: string | null };
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    // A cookie belongs to the host, whatever the port; one that scripts cannot read names none.
    const isOurs = !name.startsWith('__Host-');

    return {
      name,
      value,
      ...(isOurs
        ? { domain: '127.0.0.1', path: '/' }
        : { url: 'https://127.0.0.1/', secure: true, httpOnly: true }),
    };
  });

  return { repayId, cookies };
}
