/** An invented person's phone, signed in. */
export interface SignedInPhone {
  readonly userId: string;
  readonly token: string | null;
  readonly deviceId: string;
  readonly repayId: string | null;
  /** As the server sets them. */
  readonly cookies: readonly string[];
}

/** Makes a person at a point of the borrower's journey, and signs a phone in as them. */
export async function jump(url: string, to: 'limit' | 'active'): Promise<SignedInPhone> {
  const answer = await fetch(`${url}/sandbox/api/jump`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to }),
  });
  if (!answer.ok) throw new Error(`jump to ${to}: ${answer.status} ${await answer.text()}`);

  const phone = (await answer.json()) as Omit<SignedInPhone, 'cookies'>;
  return { ...phone, cookies: answer.headers.getSetCookie() };
}
