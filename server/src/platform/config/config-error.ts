/** An invalid setting: the message is one line that names it and the reason. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
