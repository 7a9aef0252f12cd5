/**
 * Calls that few visits make, in a module of their own so that a dynamic import loads these alone.
 */
export { openTokenLogin, openTokenPhone, sendLinkOtp } from '@noren/contract/login';
export { appConfig, draftKey } from '@noren/contract/public';
