import type { Deps } from '../../platform/deps.ts';
import type { SandboxBank } from '../bank/bank.ts';
import type { SandboxDay } from '../clock/business-day.ts';
import type { SampleIssuer } from '../samples/sign-code.ts';
import type { SandboxAlerts } from '../staff/alerts.ts';

/** Dependencies of the sandbox page and its controls. */
export interface SandboxParts {
  readonly deps: Deps;
  readonly bank: SandboxBank;
  readonly day: SandboxDay;
  readonly staffAlerts: SandboxAlerts;
  /** Signs the codes on the invented people's cards. */
  readonly issuer: SampleIssuer;
}
