type Counts = { passed: number; failed: number; skipped: number };

export function countVitest(report: object): Counts;
export function countPlaywright(report: object): Counts;

type Failure = { name: string; message: string };

export function listFailedTests(report: object): Failure[];
export function listWalks(report: object): object[];
export function listFailedWalks(walks: object[]): Failure[];

export function judge(
  stage: Counts & { code: number; output: string },
): Counts & { report?: string };

export function readProgress(chunk: string): string | undefined;

type Half = 'main' | 'rest';

export function selectFiles(half: Half): string[];
export function selectWalks(half: Half): string[];
