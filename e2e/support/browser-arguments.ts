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

/** A page then stays in the process of the empty one before it. Each process costs 0.2 s of work. */
const ONE_PROCESS_A_CONTEXT = '--renderer-process-limit=1';

/** Arguments of the walks' browser, whose camera plays a film. */
export function browserArguments(camera: string): string[] {
  return [
    ...cameraArguments(camera),
    ONE_PROCESS_A_CONTEXT,
    `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...SUGGESTIONS].join(',')}`,
  ];
}
