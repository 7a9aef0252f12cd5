export interface RunningApp {
  /** Address of the app, e.g. `http://127.0.0.1:41234`. */
  url: string;
  /** Address of the lender's console, by name, because passkeys need one. */
  consoleUrl: string;
  /** As the program's role opens it, which owns no table. */
  databaseUrl: string;
  /** As the owner of the tables opens it. */
  ownerUrl: string;
  /** Its temporary data folder. */
  data: string;
  /** The end of its standard output and error. */
  output: () => string;
  stop: () => Promise<void>;
}

/**
 * Calls back when this process ends, by a signal or by itself.
 * @returns what removes the listeners
 */
export function endWithUs(end: () => void): () => void;

/** Starts a program as a server that ends with this process, and waits until it answers. */
export function startProgram(
  args: readonly string[],
  options: { url: string; env: Readonly<Record<string, string>> },
): Promise<{ pid: number | undefined; output: () => string; stop: () => Promise<void> }>;

/**
 * `env` overrides the server's environment; without a migrated `databaseUrl` a temporary PostgreSQL
 * is started.
 */
export function startApp(options?: {
  env?: Record<string, string>;
  databaseUrl?: string;
}): Promise<RunningApp>;
