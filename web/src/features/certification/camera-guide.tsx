import { type TextId, useT } from '../../i18n/index.ts';
import { Stack, Text } from '../../ui/layout/text.tsx';
import style from './camera-guide.module.css';

const GUIDES = {
  chrome: ['certification.chrome_1', 'certification.chrome_2', 'certification.chrome_3'],
  safari: ['certification.safari_1', 'certification.safari_2', 'certification.safari_3'],
} as const satisfies Record<string, readonly TextId[]>;

/**
 * How to allow the camera again in Chrome and Safari, the user's own browser first. Source:
 * specification §1.
 */
export function CameraGuide() {
  const isSafari =
    /Safari\//.test(navigator.userAgent) && !/Chrom(e|ium)\//.test(navigator.userAgent);

  return (
    <Stack gap={3}>
      {(isSafari ? (['safari', 'chrome'] as const) : (['chrome', 'safari'] as const)).map(
        (browser, index) => (
          <Guide key={browser} browser={browser} isOpen={index === 0} />
        ),
      )}
    </Stack>
  );
}

function Guide({ browser, isOpen }: { browser: keyof typeof GUIDES; isOpen: boolean }) {
  const t = useT();

  return (
    <details open={isOpen} className={style.guide}>
      <summary>{t(`certification.allow_${browser}`)}</summary>
      <ol>
        {GUIDES[browser].map((id) => (
          <li key={id}>
            <Text tone="ink">{t(id)}</Text>
          </li>
        ))}
      </ol>
    </details>
  );
}
