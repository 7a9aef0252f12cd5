/** An app whose built-in browser shows the page. */
export type InApp = 'whatsapp' | 'facebook' | 'instagram' | 'webview';
export type Browser = { inApp: InApp | null; isAndroid: boolean; isIos: boolean; isSafari: boolean };

const APPS: readonly (readonly [InApp, RegExp])[] = [
  ['instagram', /\bInstagram\b/],
  ['facebook', /\bFB(AN|AV|_IAB|IOS)\b/],
  ['whatsapp', /\bWhatsApp\//],
  // Android names a WebView; an iPhone's user agent lacks the word Safari.
  ['webview', /; wv\)|\((?:iPhone|iPad|iPod)(?!.*\bSafari\/).*AppleWebKit/],
];

export function browserOf(userAgent: string): Browser {
  const isIos = /\b(iPhone|iPad|iPod)\b/.test(userAgent);
  return {
    inApp: APPS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null,
    isAndroid: /\bAndroid\b/.test(userAgent),
    isIos,
    isSafari: isIos && /\bSafari\//.test(userAgent) && !/\b(CriOS|FxiOS|EdgiOS)\//.test(userAgent),
  };
}

/** An Android intent link that opens the page in Chrome, or in the default browser where there is no Chrome. */
export function browserLink(address: string): string {
  const { protocol, href } = new URL(address);
  const scheme = protocol.slice(0, -1);
  const fallback = encodeURIComponent(address);
  return `${href.replace(protocol, 'intent:')}#Intent;scheme=${scheme};package=com.android.chrome;S.browser_fallback_url=${fallback};end`;
}

/** Whether the app runs from the home screen. */
export function isInstalled(): boolean {
  const isStandalone = typeof matchMedia === 'function' && matchMedia('(display-mode: standalone)').matches;
  return isStandalone || (navigator as { standalone?: boolean }).standalone === true;
}
