import { expect, it } from 'vitest';
import { inAppBrowser } from './in-app.ts';

const android = (rest: string) => `Mozilla/5.0 (Linux; Android 13; RMX3624${rest}`;
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = ') AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

it.each([
  ['Chrome', android(chrome), null],
  [
    'Samsung',
    android(') AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121 Mobile Safari/537.36'),
    null,
  ],
  ['Safari', `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`, null],
  ['Chrome on iPhone', `${iphone} CriOS/131.0 Mobile/15E148 Safari/604.1`, null],
  ['Firefox', 'Mozilla/5.0 (Android 13; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', null],
  ['Instagram', android(`; wv${chrome} Instagram 350.0.0.33.109 Android`), 'Instagram'],
  ['Facebook', android(`; wv${chrome} [FB_IAB/FB4A;FBAV/480.0.0.31.108;]`), 'Facebook'],
  ['Facebook on iPhone', `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0;]`, 'Facebook'],
  ['WhatsApp', android(`; wv${chrome} WhatsApp/2.24.20`), 'WhatsApp'],
  ['LINE', `${iphone} Mobile/15E148 Safari Line/14.0.0`, 'LINE'],
  ['some Android app', android(`; wv${chrome}`), ''],
  ['some iPhone app', `${iphone} Mobile/15E148`, ''],
])('the browser of %s', (_, userAgent, app) => expect(inAppBrowser(userAgent)).toBe(app));
