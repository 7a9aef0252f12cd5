import { control } from './our-server.ts';

/** An invented person, signed in by a new phone. */
export interface SignedIn {
  readonly userId: string;
  readonly repayId: string | null;
  /** As the server sets them. */
  readonly cookies: readonly string[];
}

/** Makes a person at a point of the borrower's journey. */
export async function jump(port: number, to: 'limit' | 'active'): Promise<SignedIn> {
  const answer = await control(port, 'jump', { to });
  const person = (await answer.json()) as Omit<SignedIn, 'cookies'>;

  return { ...person, cookies: answer.headers.getSetCookie() };
}
