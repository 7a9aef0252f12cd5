import type { Chance } from '../simulate/chance.ts';
import { mutateBytes } from './values.ts';

const FILES = [
  Buffer.from('not a picture'),
  Buffer.alloc(0),
  Buffer.from('%PDF-1.7'),
  Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex'),
  Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0806000000', 'hex'),
  Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1'),
  Buffer.from('52494646ffffffff57454250565038', 'hex'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  Buffer.alloc(200_000, 7),
];

const BOUNDARY = 'noren-fuzz';

/** A multipart body with the fields as text parts and some files; often broken. */
export function writeMultipart(chance: Chance, fields: unknown): { type: string; payload: Buffer } {
  const parts: Buffer[] = [];

  const add = (disposition: string, content: Buffer): void => {
    parts.push(
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
      content,
    );
    parts.push(Buffer.from('\r\n'));
  };

  for (const [name, value] of Object.entries(
    typeof fields === 'object' && fields !== null ? fields : {},
  ))
    add(
      `name="${name}"`,
      Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
    );

  for (let count = chance.pick([0, 1, 1, 1, 2, 7]); count > 0; count -= 1)
    add(
      `name="${chance.pick(['file', 'file', 'files', '__proto__'])}"; filename="a.jpg"`,
      chance.pick(FILES),
    );

  parts.push(Buffer.from(`--${BOUNDARY}--\r\n`));

  const whole = Buffer.concat(parts);
  const type = chance.percent(92)
    ? `multipart/form-data; boundary=${BOUNDARY}`
    : chance.pick([
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=other',
      ]);

  return { type, payload: chance.percent(30) ? mutateBytes(chance, whole) : whole };
}
