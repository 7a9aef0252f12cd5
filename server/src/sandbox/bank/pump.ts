import type { DeliverWebhook, WebhookQueue } from './webhooks.ts';

const RETRY_MS = 2_000;

/** Brings webhooks as they fall due, and again while nobody takes them. */
export interface WebhookPump {
  /** Something may be due. */
  wake(): void;
  /** Brings what is due before going on. */
  settle(): Promise<void>;
  stop(): void;
}

/** The pump of a queue; without `deliver` it does nothing and webhooks wait. */
export function makeWebhookPump(queue: WebhookQueue, deliver: DeliverWebhook | null, now: () => number): WebhookPump {
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
      await queue.bring(deliver, 'due');
      const next = await queue.nextDue();
      if (next !== null) wakeIn(Math.max(100, next - now()));
    } catch {
      // Nobody took it, or the database is away: a provider tries again, and so does this one.
      wakeIn(RETRY_MS);
    }
  };
  // What waited when the process before this one ended.
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
