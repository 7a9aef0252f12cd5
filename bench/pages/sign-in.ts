import { jump } from '../load-model/jump.ts';

/** A new invented person's order, and the cookies of their phone for a browser. */
export async function signIn(port: number, to: 'limit' | 'active') {
  const { repayId, cookies: lines } = await jump(port, to);
  const cookies = lines.map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const httpOnly = name.startsWith('__Host-');

    // The browser sends a secure cookie to its own machine without TLS too.
    return { name, value, url: 'https://127.0.0.1/', secure: true, httpOnly };
  });

  return { repayId, cookies };
}
