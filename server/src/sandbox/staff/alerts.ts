import type { StaffAlert, StaffAlerts } from '../../platform/ports/staff-alerts.ts';

const MOST = 20;

export interface SandboxAlerts extends StaffAlerts {
  /** What was sent since this process started, newest first. */
  sent(): readonly StaffAlert[];
}

/** Keeps what would be sent to staff, for the page of the sandbox. */
export function makeSandboxAlerts(): SandboxAlerts {
  let kept: readonly StaffAlert[] = [];

  return {
    send: async (alert) => {
      kept = [alert, ...kept.filter(({ id }) => id !== alert.id)].slice(0, MOST);
      return { state: 'sent' };
    },
    sent: () => kept,
  };
}
