import { fileURLToPath } from 'node:url';

/** What a user who comes back opens. */
export const DAILY_SCREENS = ['features/loans/home.tsx', 'features/orders/order.tsx', 'features/repayment/repay.tsx'];
/** All that the page asks for together with the app: see first-paint-plugin.ts. */
export const PRELOADED_SCREENS = [...DAILY_SCREENS, 'features/pages/privacy-policy.tsx'];
/** These, and what comes with every screen: see first-paint-plugin.ts. */
const DAILY = [...DAILY_SCREENS, 'api/hooks.tsx', 'api/onboarding-status.ts', 'api/wire.ts'].map((name) =>
  fileURLToPath(new URL(`../src/${name}`, import.meta.url)),
);
/** What is checked by: see strip-schemas-plugin.ts. */
export const SCHEMAS = /[\\/]zod[\\/]|[\\/]contract[\\/]src[\\/](fields|personal-info)\.ts$/;
/** Our own files, and the libraries that ask and that seal. */
const OURS = /[\\/](web|core|contract)[\\/]src[\\/]|[\\/]@(tanstack|hpke)[\\/]/;

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

let daily: Set<string> | undefined;

/** The file for what a daily screen cannot begin without and shares; null for all else. */
export function dailyChunk(id: string, modules: Modules): string | null {
  daily ??= listDaily(modules);
  return OURS.test(id) && daily.has(id) ? 'base' : null;
}

/** The file for what other screens share, forms and ways to pay above all: a daily screen does not wait for it. */
export function sharedChunk(id: string): string | null {
  return OURS.test(id) ? 'forms' : null;
}

function listDaily(modules: Modules): Set<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    modules.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  DAILY.forEach(visit);
  return found;
}
