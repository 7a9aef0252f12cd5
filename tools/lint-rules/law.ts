/**
 * The law of folders: which folders below `src` each folder may import, besides itself. dependency-cruiser enforces it
 * (see dependency-rules.ts) and draws it (`npm run graph`). A file at the root of `src` composes: it may import all, and
 * nothing imports it but tests and the sandbox.
 */
export const FOLDER_LAW: Record<'server' | 'web', Record<string, readonly string[]>> = {
  server: {
    platform: [],
    lending: ['platform'],
    features: ['lending', 'platform'],
    operations: ['features', 'lending', 'platform'],
    providers: ['platform/ports'],
    sandbox: ['operations', 'features', 'lending', 'platform', 'providers'],
  },
  web: {
    browser: [],
    i18n: ['browser'],
    session: ['browser'],
    ui: ['i18n'],
    api: ['session', 'i18n'],
    tracking: ['api', 'session', 'ui', 'i18n'],
    device: ['tracking', 'api', 'session', 'ui', 'i18n'],
    pwa: ['tracking', 'device', 'api', 'session', 'ui', 'i18n'],
    shared: ['pwa', 'tracking', 'device', 'api', 'session', 'ui', 'i18n'],
    features: ['shared', 'pwa', 'tracking', 'device', 'api', 'session', 'ui', 'i18n'],
    gallery: ['features', 'shared', 'pwa', 'tracking', 'device', 'api', 'session', 'ui', 'i18n'],
    'first-paint': ['shared', 'pwa', 'tracking', 'device', 'api', 'session', 'ui', 'i18n', 'browser'],
    app: ['first-paint', 'gallery', 'features', 'shared', 'pwa', 'tracking', 'device', 'api', 'session', 'ui', 'i18n'],
  },
};

/** Imports from one feature to another, below `server/src/features`: at most twenty; the list may shrink, not grow. */
export const FEATURE_IMPORTS: readonly (readonly [from: string, to: string])[] = [
  ['account/personal-fields.ts', 'certification/store.ts'],
  ['bank/validate-account.ts', 'certification/store.ts'],
  ['certification/handlers.ts', 'login/store.ts'],
  ['orders/bills.ts', 'repayment/store.ts'],
  ['preorder/guidance.ts', 'loans/evaluate-credit.ts'],
  ['repayment/posting/post-payment.ts', 'preorder/reservations.ts'],
  ['repayment/posting/sync-order.ts', 'preorder/reservations.ts'],
];
