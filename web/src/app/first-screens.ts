/** The screens a visitor may come to first: they come with the app, and are written into the page. */
export const FIRST_SCREENS = ['/noren', '/login'];
