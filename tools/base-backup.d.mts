/** Copies the data folder of a running PostgreSQL; the copy is good once the log from `start` to `stop` is replayed over it. */
export function copyRunningCluster(of: {
  /** A superuser's address. */
  url: string;
  data: string;
  into: string;
  label: string;
}): Promise<{ sums: Map<string, string>; start: string; segment: string; stop: string }>;
/** Folders of a copy that have to be there and are empty. */
export const EMPTY_FOLDERS: readonly string[];
