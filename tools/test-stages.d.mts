type Failure = { name: string; message: string };
type Report = { passed: number; skipped: number; failures: Failure[] };

export function readVitest(report: object): Report;
export function readPlaywright(report: object): Report;

export function judge(stage: Report & { code: number; output: string }): {
  passed: number;
  failed: number;
  skipped: number;
  report: string;
};

export function readProgress(chunk: string): string | undefined;
export function readFailed(chunk: string): string[];

export const FILES: Readonly<Record<'main' | 'rest', string[]>>;
export const WALKS: Readonly<Record<'main' | 'rest', string[]>>;
