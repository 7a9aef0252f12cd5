import { control } from './our-server.ts';

/** Makes an invented person at a point of the borrower's journey, signed in by a new phone. */
export async function jump(port: number, to: 'limit' | 'active') {
  const answer = await control(port, 'jump', { to });
  const person = (await answer.json()) as { userId: string; repayId: string | null };

  return { ...person, cookies: answer.headers.getSetCookie() };
}
