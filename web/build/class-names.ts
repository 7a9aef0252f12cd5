/**
 * Names of style classes, the same in the app and in the screens that are written before it. They stand in the page itself,
 * each many times: they are as long as telling one file from another takes.
 */
export const CLASS_NAMES = { modules: { generateScopedName: '_[local]_[hash:base64:3]' } };
