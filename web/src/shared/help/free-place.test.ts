import { describe, expect, it, vi } from 'vitest';
import { type Box, findFreePlace, listBoxes } from './free-place.ts';

const AREA: Box = { left: 10, top: 300, right: 350, bottom: 700 };
const SIZE = 46;

const row = (top: number, bottom: number, left = 0, right = 360): Box => ({
  left,
  top,
  right,
  bottom,
});

describe('a free place', () => {
  it.each([
    ['on an empty screen is at the bottom on the right', [], { left: 304, top: 654 }],
    ['is above the bars at the bottom', [row(640, 720)], { left: 304, top: 590 }],
    ['is above a figure on the right', [row(660, 680, 300, 340)], { left: 304, top: 606 }],
    ['is not moved by what stands on the left', [row(660, 680, 10, 200)], { left: 304, top: 654 }],
    ['is between two rows where it fits', [row(300, 500), row(560, 720)], { left: 304, top: 510 }],
    [
      'is on the left where the right is taken from top to bottom',
      [row(0, 720, 300, 360)],
      { left: 10, top: 654 },
    ],
    ['is nowhere where all is taken', [row(0, 540), row(580, 720)], null],
  ] as const)('%s', (_, boxes, place) => {
    expect(findFreePlace(AREA, SIZE, boxes)).toEqual(place);
  });

  it('touches nothing, whatever the page looks like', () => {
    for (let top = 300; top < 700; top += 7) {
      const boxes = [row(top, top + 20, 200), row(top + 60, top + 90, 0, 120), row(690, 720)];
      const place = findFreePlace(AREA, SIZE, boxes);
      if (!place) continue;

      const own = {
        left: place.left,
        top: place.top,
        right: place.left + SIZE,
        bottom: place.top + SIZE,
      };
      const covered = boxes.filter(
        (box) =>
          box.left < own.right &&
          box.right > own.left &&
          box.top < own.bottom &&
          box.bottom > own.top,
      );

      expect(covered).toEqual([]);
    }
  });
});

describe('what may not be covered', () => {
  it('is each control, picture, bar and line of text on the screen, without the icon itself', () => {
    const page = document.createElement('div');
    page.innerHTML = `
      <header></header><button>Pay</button><img alt=""><div data-solid></div><div></div>
      <div id="self"><button><svg></svg></button></div><a href="#" class="below">Below</a>`;
    document.body.append(page);
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      const top = this.className === 'below' ? innerHeight + 10 : 10;
      return new DOMRect(0, top, 100, 40);
    });

    const words: string[] = [];
    Range.prototype.getClientRects = function () {
      words.push(this.toString());
      return [new DOMRect(0, 500, 50, 20)] as unknown as DOMRectList;
    };

    const boxes = listBoxes(page, page.querySelector('#self') as Element);
    page.remove();
    expect(words).toEqual(['Pay', 'Below']);
    expect(boxes.filter(({ top }) => top === 10)).toHaveLength(4);
    expect(boxes.filter(({ top }) => top === 500)).toHaveLength(2);
  });
});
