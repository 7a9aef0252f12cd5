import { cameraArguments } from './fake-camera.ts';

/**
 * What Playwright turns off of Chromium, as far as the walks meet it. The last list of a command
 * line replaces those before it, so ours, which only a Chromium with windows needs, repeats it.
 */
const OFF_BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * Suggestions below the address bar, drawn by two more processes for each new window, although
 * nobody sees the bar.
 */
const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Arguments of the walks' browser, whose camera plays a film. */
export function browserArguments(camera: string): string[] {
  return [
    ...cameraArguments(camera),
    `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...SUGGESTIONS].join(',')}`,
  ];
}
