const NODE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);

/**
 * Whether an error means that the database cannot be reached, rather than that a statement was
 * wrong.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;

  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') return NODE_CODES.has(code) || /^(08|57P|53|58)/.test(code);

  // The driver's error for a closed connection has no code, only the driver's own stack.
  return /[\\/]node_modules[\\/]pg(-pool)?[\\/]/.test(error.stack ?? '');
}
