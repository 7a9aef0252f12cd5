/** The screens a visitor may open first: part of the first load, and rendered into the page. */
export const FIRST_SCREENS = ['/noren', '/login'];
