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

/** What stands for a system that has no name here; a screen says so in the user's language. */
export type OtherSystem = 'Other';

/** The operating system a browser names, as 'Android 14'. Chrome says "Android 10; K" of every one: that names no version. */
export function operatingSystemOf(userAgent: string): string {
  for (const [name, pattern] of SYSTEMS) {
    const found = pattern.exec(userAgent);
    if (found) return found[1] === undefined ? name : `${name} ${found[1]}`;
  }
  return 'Other' satisfies OtherSystem;
}
