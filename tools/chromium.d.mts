/** Path of a Chromium that starts; installs one when there is none. */
export function ensureChromium(): Promise<string>;
/**
 * Environment for a Chromium that sees the fonts of the lock file and none of the machine's (on
 * Linux).
 */
export function fontEnvironment(): { FONTCONFIG_FILE: string };
