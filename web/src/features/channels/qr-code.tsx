import { encode } from 'uqr';
import style from './qr-code.module.css';
import type { Drawing } from './save-image.ts';

/** Modules of white around the code, which scanners need. */
const QUIET = 4;

/** A QR code's dark modules as one path, and its size in modules with the quiet edge. */
export function drawQr(text: string): Drawing {
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  const path = data
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
    )
    .join('');

  return { width: size + 2 * QUIET, height: size + 2 * QUIET, path };
}

/** A QR code: black on white in any colour scheme, or scanners fail. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { width: size, path } = drawQr(text);

  return (
    <svg
      className={style.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
