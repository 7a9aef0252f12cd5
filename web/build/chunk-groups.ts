import { fileURLToPath } from 'node:url';

/** The screens that a returning borrower opens. */
export const DAILY_SCREENS = [
  'features/loans/home.tsx',
  'features/orders/order.tsx',
  'features/repayment/repay.tsx',
];

/** The screens whose files the page preloads: see first-paint-plugin.ts. */
export const PRELOADED_SCREENS = [...DAILY_SCREENS, 'features/pages/privacy-policy.tsx'];
/** Modules that every screen behind the first ones is loaded with: see `routes.tsx`. */
export const WITH_EVERY_SCREEN = ['api/hooks.tsx', 'api/onboarding-status.ts', 'api/wire.ts'];
/** Modules that only forms validate with: see strip-schemas-plugin.ts. */
export const SCHEMAS = /[\\/]zod[\\/]|[\\/]contract[\\/]src[\\/](fields|personal-info)\.ts$/;
/** What proves a person: the cards, the face check. */
const PROOFS = /[\\/]src[\\/](features[\\/]certification[\\/]|certification\.ts$)/;
/** What the ways to pay share. */
const CHANNELS = /[\\/]features[\\/]channels[\\/]/;
/** Our own modules, and the library for queries. */
const OURS = /[\\/](web|core|contract)[\\/]src[\\/]|[\\/]@tanstack[\\/]/;

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

let dailyModules: Set<string> | undefined;

/** `base` for a module that a daily screen cannot start without; null for any other. */
export function dailyChunk(id: string, graph: ModuleGraph): string | null {
  dailyModules ??= listDailyModules(graph);
  return OURS.test(id) && dailyModules.has(id) ? 'base' : null;
}

/**
 * `channels` for what the ways to pay share, and `forms` for what other screens share, mostly
 * forms. No daily screen waits for them. What proves a person is large, and stays by itself.
 */
export function sharedChunk(id: string): string | null {
  if (PROOFS.test(id)) return null;
  if (CHANNELS.test(id)) return 'channels';
  return OURS.test(id) ? 'forms' : null;
}

function listDailyModules(graph: ModuleGraph): Set<string> {
  const found = new Set<string>();

  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };

  for (const name of [...DAILY_SCREENS, ...WITH_EVERY_SCREEN])
    visit(fileURLToPath(new URL(`../src/${name}`, import.meta.url)));

  return found;
}
