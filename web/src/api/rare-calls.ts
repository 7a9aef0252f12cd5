/** Calls that few visits make, for who loads them when they are needed: these alone, not all that stand beside them. */
export { openTokenLogin } from '@noren/contract/login';
export { appConfig } from '@noren/contract/public';
