const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid (\d+)\b(?!; K\))/],
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b.*? OS (\d+)_/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['KaiOS', /\bKAIOS\/(\d+)/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Any other system; a screen translates it. */
export type OtherSystem = 'Other';

/**
 * The operating system in a user agent, as 'Android 14'. Chrome sends "Android 10; K" for every
 * version, so that counts as none.
 */
export function detectOperatingSystem(userAgent: string): string {
  for (const [name, pattern] of SYSTEMS) {
    const found = pattern.exec(userAgent);
    if (found) return found[1] === undefined ? name : `${name} ${found[1]}`;
  }

  return 'Other' satisfies OtherSystem;
}
