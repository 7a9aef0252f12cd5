import { createHmac } from 'node:crypto';
import type { StaffAlertAnswer, StaffAlerts } from '../../platform/ports/staff-alerts.ts';
import { postOnce } from '../post-once.ts';

export interface StaffHookAccess {
  readonly url: string;
  readonly secret: string;
  readonly timeoutMs: number;
}

/**
 * Posts alerts to the lender's own webhook as the JSON `{id, text, waiting}`; chat programs show the
 * `text`. `x-noren-signature` is `sha256=` and the HMAC of the body in hexadecimal. A status from 200
 * to 299 means that the alert was accepted.
 */
export function makeStaffHook({ url, secret, timeoutMs }: StaffHookAccess): StaffAlerts {
  return {
    async send(alert): Promise<StaffAlertAnswer> {
      const body = JSON.stringify(alert);
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      const headers = { 'content-type': 'application/json', 'x-noren-signature': signature };

      try {
        const response = await postOnce(url, { headers, body }, timeoutMs);

        await response.body?.cancel();

        return response.ok
          ? { state: 'sent' }
          : { state: 'refused', reason: `http_${response.status}` };
      } catch {
        return { state: 'unknown' };
      }
    },
  };
}
