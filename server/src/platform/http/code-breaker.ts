import { otpBreaker } from '@noren/core/people/otp';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { BreakerSettings } from './otp-limits.ts';

/** One alarm in this time, however many requests meet the stop. */
const ALARM_EVERY_MS = 10 * 60_000;

/**
 * Stops codes for everybody who is not on a device of their own when far more are sent or wrong
 * than people cause.
 */
export function codeBreaker(
  config: Pick<Config, 'NOREN_CODES_PER_HOUR' | 'NOREN_WRONG_CODES_PER_HOUR'>,
  log: Pick<Logger, 'error'>,
): Required<BreakerSettings> {
  const { sends, wrongEntries } = otpBreaker;
  const alarmedAt = { send: Number.NEGATIVE_INFINITY, wrong: Number.NEGATIVE_INFINITY };

  return {
    breaker: {
      sends: { ...sends, most: config.NOREN_CODES_PER_HOUR },
      wrongEntries: { ...wrongEntries, most: config.NOREN_WRONG_CODES_PER_HOUR },
    },
    onBreaker(kind) {
      // The time since the process started: an alarm's spacing does not depend on the clock that
      // limits use.
      const at = performance.now();
      if (at - alarmedAt[kind] < ALARM_EVERY_MS) return;

      alarmedAt[kind] = at;
      log.error(
        {
          kind,
          perHour:
            kind === 'send' ? config.NOREN_CODES_PER_HOUR : config.NOREN_WRONG_CODES_PER_HOUR,
        },
        'codes are stopped for every device that is not its phone’s own: too many in an hour',
      );
    },
  };
}
