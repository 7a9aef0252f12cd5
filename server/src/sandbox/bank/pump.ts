import type { DeliverWebhook, WebhookQueue } from './webhooks.ts';

const RETRY_MS = 2_000;

/** Delivers webhooks as they fall due, and retries failed ones. */
export interface WebhookPump {
  /** Checks soon for due webhooks. */
  wake(): void;
  /** Delivers what is due, then resolves. */
  settle(): Promise<void>;
  stop(): void;
}

/** The pump of a queue; without `deliver` webhooks stay queued. */
export function makeWebhookPump(
  queue: WebhookQueue,
  deliver: DeliverWebhook | null,
  now: () => number,
): WebhookPump {
  let timer: NodeJS.Timeout | undefined;
  let stopped = deliver === null;

  const wakeIn = (ms: number): void => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => void settle(), ms);
    timer.unref();
  };

  const settle = async (): Promise<void> => {
    if (stopped || !deliver) return;
    try {
      await queue.deliver(deliver, 'due');
      const next = await queue.nextDue();
      if (next !== null) wakeIn(Math.max(100, next - now()));
    } catch {
      // Delivery failed or the database is unreachable: retry, as a provider does.
      wakeIn(RETRY_MS);
    }
  };

  // Webhooks left over by the previous process.
  wakeIn(RETRY_MS);

  return {
    wake: () => wakeIn(0),
    settle,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
