const WIDTH = 720;
const LINE = 44;

/** A drawing to save: dark shapes on white, `width` by `height` in its own units. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly path: string;
}

/**
 * Saves a code with text lines below it as a PNG: for a UPI app that reads pictures, or for a
 * counter without network.
 */
export async function saveImage(code: {
  drawing: Drawing;
  lines: readonly string[];
  fileName: string;
}): Promise<void> {
  const { width, height, path } = code.drawing;
  const scale = WIDTH / width;
  const canvas = document.createElement('canvas');

  canvas.width = WIDTH;
  canvas.height = height * scale + LINE * (code.lines.length + 1);

  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('this browser draws no canvas');

  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.fillStyle = '#000';
  brush.textAlign = 'center';
  brush.font = '28px system-ui, sans-serif';
  for (const [index, line] of code.lines.entries())
    brush.fillText(line, WIDTH / 2, height * scale + LINE * (index + 0.5), WIDTH - 40);
  brush.scale(scale, scale);
  brush.fill(new Path2D(path));

  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!image) throw new Error('this browser writes no PNG');

  const url = URL.createObjectURL(image);
  const link = Object.assign(document.createElement('a'), { href: url, download: code.fileName });

  link.click();
  URL.revokeObjectURL(url);
}
