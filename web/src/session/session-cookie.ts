/** Names of the session's cookies, which the page's inline scripts read too. */
export const TOKEN = 'noren_token';
export const USER = 'noren_user';
export const DEVICE = 'noren_device';
