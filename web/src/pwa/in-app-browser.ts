/**
 * The browser's kind. `inApp`: the name of the app whose built-in browser shows the page, '' for an
 * unknown app, else null.
 */
export type Browser = {
  inApp: string | null;
  isAndroid: boolean;
  isIos: boolean;
  isSafari: boolean;
};

/** Each app names itself in its browser's user agent. */
const APPS: readonly (readonly [string, RegExp])[] = [
  ['Instagram', /\bInstagram\b/],
  ['Facebook', /\bFB(AN|AV|_IAB|IOS)\b/],
  ['WhatsApp', /\bWhatsApp\//],
  ['Telegram', /Telegram/],
  ['Snapchat', /Snapchat/],
  ['LinkedIn', /LinkedInApp/],
  ['X', /TwitterAndroid|Twitter for/],
  ['TikTok', /musical_ly|BytedanceWebview|TikTok/i],
  ['LINE', /\bLine\//],
  ['WeChat', /MicroMessenger/],
  ['Google', /\bGSA\//],
  // Android names a WebView; an iPhone's user agent lacks the word Safari.
  ['', /; wv\)|\((?:iPhone|iPad|iPod)(?!.*\bSafari\/).*AppleWebKit/],
];

export function detectBrowser(userAgent: string): Browser {
  const isIos = /\b(iPhone|iPad|iPod)\b/.test(userAgent);
  const inApp = APPS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;

  return {
    inApp,
    isAndroid: /\bAndroid\b/.test(userAgent),
    isIos,
    isSafari:
      isIos &&
      inApp === null &&
      /\bSafari\//.test(userAgent) &&
      !/\b(CriOS|FxiOS|EdgiOS)\//.test(userAgent),
  };
}

/**
 * An Android intent link that opens the page in Chrome, or in the default browser where there is no
 * Chrome.
 */
export function browserLink(address: string): string {
  const { protocol, href } = new URL(address);
  const scheme = protocol.slice(0, -1);
  const fallback = encodeURIComponent(address);
  return `${href.replace(protocol, 'intent:')}#Intent;scheme=${scheme};package=com.android.chrome;S.browser_fallback_url=${fallback};end`;
}

/** Whether the app runs from the home screen. */
export function isInstalled(): boolean {
  const isStandalone =
    typeof matchMedia === 'function' && matchMedia('(display-mode: standalone)').matches;
  return isStandalone || (navigator as { standalone?: boolean }).standalone === true;
}
