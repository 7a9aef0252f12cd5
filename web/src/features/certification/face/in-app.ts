// Each app names itself in its browser's user agent; a bare Android web view says "wv".
const APPS: readonly [RegExp, string][] = [
  [/Instagram/, 'Instagram'],
  [/FBAN|FBAV|FB_IAB|FBIOS/, 'Facebook'],
  [/WhatsApp/, 'WhatsApp'],
  [/Telegram/, 'Telegram'],
  [/Snapchat/, 'Snapchat'],
  [/LinkedInApp/, 'LinkedIn'],
  [/TwitterAndroid|Twitter for/, 'X'],
  [/musical_ly|BytedanceWebview|TikTok/i, 'TikTok'],
  [/\bLine\//, 'LINE'],
  [/MicroMessenger/, 'WeChat'],
  [/\bGSA\//, 'Google'],
];

/**
 * The app in whose in-app browser the page is open; such browsers mostly refuse the camera.
 * @returns its name, an empty string for an unknown app, null in a full browser
 */
export function inAppBrowser(userAgent: string): string | null {
  const app = APPS.find(([mark]) => mark.test(userAgent));
  if (app) return app[1];
  if (/; wv\)/.test(userAgent)) return '';
  // On an iPhone every full browser also names itself Safari.
  const isBareWebKit = /iPhone|iPad/.test(userAgent) && /AppleWebKit/.test(userAgent) && !/Safari\//.test(userAgent);
  return isBareWebKit ? '' : null;
}
