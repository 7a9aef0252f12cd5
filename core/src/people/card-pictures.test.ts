import { describe, expect, it } from 'vitest';
import { listCardPictures } from './card-pictures.ts';

describe('the pictures of cards', () => {
  it('are of both cards and both sides where no code can be verified', () => {
    expect(listCardPictures({ sent: [], readsCodes: false, isSigned: false })).toEqual([
      'panFront',
      'aadhaarFront',
      'aadhaarBack',
    ]);
  });

  it('begin the Aadhaar card with the side that has the code, where codes are read', () => {
    const sent = ['panFront', 'aadhaarBack'] as const;
    expect(listCardPictures({ sent, readsCodes: true, isSigned: false })).toEqual([
      'panFront',
      'aadhaarBack',
      'aadhaarFront',
    ]);
  });

  it('leave out the side that a signed code speaks for', () => {
    const sent = ['panFront', 'aadhaarBack'] as const;
    expect(listCardPictures({ sent, readsCodes: true, isSigned: true })).toEqual(sent);
  });

  it('are of the PAN card alone after a signed file', () => {
    expect(listCardPictures({ sent: [], readsCodes: true, isSigned: true })).toEqual(['panFront']);
  });
});
