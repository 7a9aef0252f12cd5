/** The cookies of the session; read by the app, and before it by the page's first script. */
export const TOKEN = 'noren_token';
export const USER = 'noren_user';
export const DEVICE = 'noren_device';
