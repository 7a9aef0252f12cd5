/**
 * The result of a self-check: how many things it examined, a sentence for each problem, and in
 * `listed` one for each item that is no problem but needs a person's decision.
 */
export interface CheckResult {
  readonly examined: number;
  readonly problems: readonly string[];
  readonly listed?: readonly string[];
}
