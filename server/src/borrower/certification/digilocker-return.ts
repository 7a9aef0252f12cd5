import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { RETURN_PATH } from '../../platform/ports/digilocker.ts';

/** The screens that a visit is opened from, by what its state begins with. */
const SCREENS = { first: '/#/facial-auth/step-one', later: '/#/send-again' } as const;

/**
 * Leads the browser from DigiLocker to the screen it left, with what DigiLocker added behind `#`,
 * where no server and no log sees it. Whether it is worth anything is found out there: this request
 * is another site's, and carries no session.
 */
export function registerDigiLockerReturn(server: FastifyInstance, deps: Deps): void {
  if (!deps.digiLocker) return;

  server.get(RETURN_PATH, (request, reply) => {
    const { state, code, error } = request.query as Readonly<Record<string, unknown>>;
    const screen = String(state).startsWith('later.') ? SCREENS.later : SCREENS.first;
    const params = new URLSearchParams({ at: 'digilocker' });
    if (typeof code === 'string' && typeof state === 'string') {
      params.set('code', code);
      params.set('state', state);
    } else params.set('error', error === 'access_denied' ? error : 'other');

    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${screen}?${params}`, 303);
  });
}
