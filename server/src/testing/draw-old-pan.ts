import { drawCard, printDay } from '../sandbox/samples/draw-card.ts';
import { PAN_PAPER, type PanPerson, signature } from '../sandbox/samples/draw-documents.ts';
import { CLEAN, photographCard } from '../sandbox/samples/photo-variants.ts';

/** The front of an older PAN card, without labels for names and day; marked as a specimen. */
export async function drawOldPan(person: PanPerson): Promise<Buffer> {
  const blue = '#1f3f78';
  const card = await drawCard({
    paper: PAN_PAPER,
    photo: { x: 960, y: 330, width: 230 },
    lines: [
      { x: 60, y: 76, size: 36, text: 'आयकर विभाग', bold: true, fill: blue },
      { x: 60, y: 126, size: 36, text: 'INCOME TAX DEPARTMENT', bold: true, fill: blue },
      { x: 940, y: 76, size: 36, text: 'भारत सरकार', bold: true, fill: blue },
      { x: 900, y: 126, size: 36, text: 'GOVT. OF INDIA', bold: true, fill: blue },
      { x: 60, y: 220, size: 36, text: person.name.toUpperCase(), bold: true },
      { x: 60, y: 300, size: 36, text: person.fatherName.toUpperCase(), bold: true },
      { x: 60, y: 396, size: 36, text: printDay(person.birthDay), bold: true },
      { x: 60, y: 470, size: 27, text: 'Permanent Account Number', fill: '#222222' },
      { x: 60, y: 534, size: 46, text: person.pan, bold: true, spacing: 2 },
      signature(person.name, { x: 70, y: 660 }),
      { x: 130, y: 730, size: 24, text: 'Signature', fill: '#3d4a63' },
    ],
  });

  return photographCard(card, CLEAN);
}
