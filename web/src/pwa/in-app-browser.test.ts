import { describe, expect, it } from 'vitest';
import { browserLink, detectBrowser } from './in-app-browser.ts';

const android = 'Mozilla/5.0 (Linux; Android 13; SM-A045F';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

describe('a browser', () => {
  it.each([
    ['Chrome on Android', `${android}) ${chrome}`, null, false],
    ['Safari', `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`, null, true],
    ['Chrome on an iPhone', `${iphone} CriOS/131.0.0.0 Mobile/15E148 Safari/604.1`, null, false],
    [
      'Chrome on a desk',
      `Mozilla/5.0 (X11; Linux x86_64) ${chrome.replace('Mobile ', '')}`,
      null,
      false,
    ],
    ['a WebView of Android', `${android}; wv) AppleWebKit/537.36 Version/4.0 ${chrome}`, '', false],
    ['a WebView of an iPhone', `${iphone} Mobile/15E148`, '', false],
    ['WhatsApp', `${android}; wv) ${chrome} WhatsApp/2.24.20`, 'WhatsApp', false],
    ['Facebook', `${android}; wv) ${chrome} [FB_IAB/FB4A;FBAV/480.0;]`, 'Facebook', false],
    ['Facebook on an iPhone', `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]`, 'Facebook', false],
    ['Instagram', `${iphone} Mobile/15E148 Instagram 350.0.0.0`, 'Instagram', false],
    ['LINE', `${iphone} Mobile/15E148 Safari Line/14.0.0`, 'LINE', false],
    ['Telegram', `${android}; wv) ${chrome} Telegram-Android/11.0`, 'Telegram', false],
    [
      'Samsung Internet',
      `${android}) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121 Mobile Safari/537.36`,
      null,
      false,
    ],
    [
      'Firefox',
      'Mozilla/5.0 (Android 13; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0',
      null,
      false,
    ],
  ])('%s', (_, userAgent, inApp, isSafari) => {
    expect(detectBrowser(userAgent)).toMatchObject({
      inApp,
      isSafari,
      isAndroid: userAgent.includes('Android'),
      isIos: userAgent.includes('iPhone'),
    });
  });

  it('on Android is left by an intent link with the whole address', () => {
    expect(browserLink('https://noren.example/?a=1#/login')).toBe(
      'intent://noren.example/?a=1#/login#Intent;scheme=https;package=com.android.chrome;S.browser_fallback_url=https%3A%2F%2Fnoren.example%2F%3Fa%3D1%23%2Flogin;end',
    );
  });
});
