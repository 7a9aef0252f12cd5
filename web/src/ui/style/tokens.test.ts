import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function parseTokens(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

const [lightBlock = '', darkBlock = ''] = css.split('@media (prefers-color-scheme: dark)');
const light = parseTokens(lightBlock);
const dark = { ...light, ...parseTokens(darkBlock) };

/** The contrast ratio of WCAG 2.2 between two '#rrggbb'. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = [
  'paper',
  'surface',
  'indigo-wash',
  'marigold-wash',
  'leaf-wash',
  'clay-wash',
  'well',
];

const TEXT: [ink: string, grounds: string[]][] = [
  ['ink', [...GROUNDS, 'raised']],
  ['ink-2', GROUNDS],
  ['ink-3', ['paper', 'surface']],
  ['indigo', ['paper', 'surface', 'indigo-wash']],
  ['marigold', ['paper', 'surface', 'marigold-wash']],
  ['leaf', ['paper', 'surface', 'leaf-wash']],
  ['clay', ['paper', 'surface', 'clay-wash']],
  ['on-indigo', ['indigo']],
  ['on-tone', ['leaf', 'clay']],
  ['cloth-mark', ['cloth', 'cloth-light', 'cloth-deep']],
  ['ink-2', ['line']],
];

const EDGES: [edge: string, grounds: string[]][] = [
  ['edge', ['paper', 'surface']],
  ['indigo', ['paper', 'surface']],
  ['indigo-2', ['paper', 'surface']],
];

describe.each([
  ['light', light],
  ['dark', dark],
])('colours, %s', (_, tokens) => {
  const pairs = (table: [string, string[]][]) =>
    table.flatMap(([ink, grounds]) => grounds.map((ground) => [ink, ground] as const));

  it.each(pairs(TEXT))('%s can be read on %s (4.5)', (ink, ground) => {
    expect(contrast(tokens[ink] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(EDGES))('%s can be seen on %s (3)', (edge, ground) => {
    expect(contrast(tokens[edge] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3);
  });
});

it('a dialog that is always dark has the dark colours, though CSS must write them twice', () => {
  const dialog = readFileSync(join(import.meta.dirname, '../overlay/dialog.module.css'), 'utf8');
  const always = parseTokens(dialog.slice(dialog.indexOf('.dark {')));
  expect(Object.keys(always).length).toBeGreaterThan(15);
  expect(always).toEqual(Object.fromEntries(Object.keys(always).map((name) => [name, dark[name]])));
});
