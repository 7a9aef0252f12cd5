import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repo } from './repo.mjs';

const packages = join(repo, 'node_modules');
const cache = join(repo, '.cache', 'fonts');

/**
 * Fonts of the lock file: Noto Sans with the scripts of every language, and others to lay screens
 * out in.
 */
const WEIGHTS = ['400Regular', '500Medium', '600SemiBold', '700Bold'];
const NOTO = ['noto-sans', 'noto-sans-devanagari', 'noto-sans-thai'];

const FOLDERS = [
  ...NOTO.flatMap((font) => WEIGHTS.map((weight) => join('@expo-google-fonts', font, weight))),
  join('dejavu-fonts-ttf', 'ttf'),
];

/**
 * Fallback fonts in this order, for every family not among them: also `system-ui` and `sans-serif`.
 */
const DEFAULTS = ['Noto Sans', 'Noto Sans Devanagari', 'Noto Sans Thai', 'DejaVu Sans'];

/**
 * Environment for a Chromium that sees the fonts of the lock file and none of the machine's, so
 * that text is as wide on every machine. Only Linux reads it; elsewhere Chromium takes the system's
 * fonts.
 */
export function fontEnvironment() {
  mkdirSync(cache, { recursive: true });

  const folders = FOLDERS.map((folder) => join(packages, folder));
  // A folder that is not there would not be reported, and every page be laid out in another font.
  for (const folder of folders) readdirSync(folder);

  const file = join(cache, 'fonts.conf');
  writeFileSync(file, describeFonts(folders));

  return { FONTCONFIG_FILE: file };
}

function describeFonts(folders) {
  const families = (names) => names.map((name) => `<string>${name}</string>`).join('');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${escapeXml(folder)}</dir>`).join('\n')}
  <cachedir>${escapeXml(join(cache, 'cache'))}</cachedir>
  <match target="pattern">
    <test name="family" compare="eq"><string>monospace</string></test>
    <edit name="family" mode="assign" binding="strong"><string>DejaVu Sans Mono</string></edit>
  </match>
  <match target="pattern">
    <edit name="family" mode="append" binding="weak">${families(DEFAULTS)}</edit>
  </match>
  <match target="font">
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`;
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
