import { ConfigError } from '../config/config-error.ts';

/** A starved machine takes minutes for the routes that are registered within a second elsewhere. */
export const REGISTERED_WITHIN_MS = 300_000;

const TIMEOUTS = new Set([
  'FST_ERR_PLUGIN_TIMEOUT',
  'AVV_ERR_PLUGIN_EXEC_TIMEOUT',
  'AVV_ERR_READY_TIMEOUT',
]);

/**
 * A server that was not ready in time, as a sentence that says how to mend it; null for every other
 * error.
 */
export function slowStart(error: unknown): ConfigError | null {
  if (!TIMEOUTS.has(String((error as { code?: unknown } | null)?.code))) return null;
  return new ConfigError(
    `It was not ready after ${REGISTERED_WITHIN_MS / 60_000} minutes, because the machine or its disk is too busy. Start it again when there is less to do.`,
  );
}
