import { drawQr } from './qr-code.tsx';

const WIDTH = 720;
const LINE = 44;

/** Saves the code with who is paid and how much as a PNG, for a UPI app that reads it from the gallery. */
export async function saveQr(qr: { uri: string; lines: readonly string[]; fileName: string }): Promise<void> {
  const { size, path } = drawQr(qr.uri);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = WIDTH + LINE * (qr.lines.length + 1);
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('this browser draws no canvas');
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.fillStyle = '#000';
  brush.textAlign = 'center';
  brush.font = '28px system-ui, sans-serif';
  for (const [place, line] of qr.lines.entries())
    brush.fillText(line, WIDTH / 2, WIDTH + LINE * (place + 0.5), WIDTH - 40);
  brush.scale(WIDTH / size, WIDTH / size);
  brush.fill(new Path2D(path));
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!image) throw new Error('this browser writes no PNG');
  const url = URL.createObjectURL(image);
  const link = Object.assign(document.createElement('a'), { href: url, download: qr.fileName });
  link.click();
  URL.revokeObjectURL(url);
}
