import type { Deps } from '../../platform/deps.ts';
import type { SandboxBank } from '../bank/bank.ts';
import type { SandboxDay } from '../clock/business-day.ts';

/** What the sandbox's page and its controls work with. */
export interface SandboxParts {
  readonly deps: Deps;
  readonly bank: SandboxBank;
  readonly day: SandboxDay;
}
