import style from './barcode.module.css';
import { encodeCode128 } from './code-128.ts';
import type { Drawing } from './save-image.ts';

/** White modules next to the bars, which scanners need. */
const QUIET = 10;
const HEIGHT = 50;

/** The dark bars of a Code 128 as one path, and its size in modules with the quiet edge. */
export function drawBarcode(text: string): Drawing {
  let x = QUIET;
  let path = '';

  for (const [index, width] of encodeCode128(text).entries()) {
    if (index % 2 === 0) path += `M${x} ${QUIET / 2}h${width}v${HEIGHT - QUIET}h-${width}z`;
    x += width;
  }

  return { width: x + QUIET, height: HEIGHT, path };
}

/**
 * A barcode: black on white in any colour scheme, and its edges soft rather than moved to whole
 * pixels, or scanners fail.
 */
export function Barcode({ text, label }: { text: string; label: string }) {
  const { width, height, path } = drawBarcode(text);

  return (
    <svg
      className={style.code}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect width={width} height={height} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
