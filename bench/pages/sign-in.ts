import { jump } from '../load-model/jump.ts';
import type { Target } from './load-page.ts';

/** A new invented person's order, and the cookies of their phone for a browser. */
export async function signIn(
  port: number,
  to: 'limit' | 'active',
): Promise<{ repayId: string | null; cookies: NonNullable<Target['cookies']> }> {
  const { repayId, cookies: lines } = await jump(port, to);
  const cookies = lines.map((line) => {
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
