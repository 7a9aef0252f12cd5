import type { PanDifference } from '@noren/core/people/pan-check';

/** An identity as its holder confirmed it. */
export interface PanQuestion {
  readonly pan: string;
  readonly name: string;
  /** `YYYY-MM-DD`. */
  readonly birthDay: string;
}

export interface PanAnswer {
  /** In what the register does not confirm the identity; empty when it does. */
  readonly differences: readonly PanDifference[];
  /** The provider's id of the answer, for questions about it. */
  readonly ref: string | null;
}

/**
 * The income tax department's register of PANs, through a provider that may ask it. It says whether
 * what it is given is right, and never what is right. Never called inside a transaction.
 */
export interface PanRegister {
  readonly name: string;
  /** @throws Error when no answer came: nothing is then known of the PAN */
  check(question: PanQuestion): Promise<PanAnswer>;
}
