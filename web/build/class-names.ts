/**
 * Short class names, the same in the app and in the server-rendered screens, because the page
 * repeats them often.
 */
export const CLASS_NAMES = { modules: { generateScopedName: '_[local]_[hash:base64:3]' } };
