/** How long the calls of one kind took, in milliseconds, from when they were due to their answer; repeats included. */
export interface CallLatency {
  readonly kind: string;
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

/** Collects latencies by the kind of call. */
export interface Latencies {
  add(kind: string, ms: number): void;
  summary(): CallLatency[];
}

export function collectLatencies(): Latencies {
  const byKind = new Map<string, number[]>();
  return {
    add(kind, ms) {
      const known = byKind.get(kind);
      if (known) known.push(ms);
      else byKind.set(kind, [ms]);
    },
    summary: () =>
      [...byKind].map(([kind, all]) => {
        const sorted = Float64Array.from(all).sort();
        const at = (share: number): number =>
          sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
        return { kind, count: sorted.length, p50: at(0.5), p99: at(0.99), most: sorted.at(-1) ?? 0 };
      }),
  };
}
