const NODE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);

/** An error that says the database cannot be reached just now, not that we asked something wrong of it. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') return NODE_CODES.has(code) || /^(08|57P|53|58)/.test(code);
  // The driver gives an ended connection no code, only its own stack.
  return /[\\/]node_modules[\\/]pg(-pool)?[\\/]/.test(error.stack ?? '');
}
