export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Place {
  left: number;
  top: number;
}

/** The least distance to what is not covered. */
const AIR_PX = 4;
/** How finely places are tried. */
const STEP_PX = 8;

/**
 * Where a square fits into an area without covering any box: as low as possible, on the right side
 * if it fits anywhere there, else on the left. Null when it fits nowhere.
 */
export function findFreePlace(area: Box, size: number, boxes: readonly Box[]): Place | null {
  for (const left of [area.right - size, area.left])
    for (let top = area.bottom - size; top >= area.top; top -= STEP_PX)
      if (!boxes.some((box) => isCovered(box, { left, top }, size))) return { left, top };

  return null;
}

const isCovered = (box: Box, { left, top }: Place, size: number): boolean =>
  box.left < left + size + AIR_PX &&
  box.right > left - AIR_PX &&
  box.top < top + size + AIR_PX &&
  box.bottom > top - AIR_PX;

const SHAPES = 'a[href], button, input, select, textarea, label, summary, img, svg, video, canvas';
/** Parts that nothing lies on, also where they are empty: bars, and what is tapped as a whole. */
const SOLID = 'header, [data-solid]';

/**
 * What may not be covered: each line of text, each control and picture, and the solid parts, as
 * they are on the screen now.
 */
export function listBoxes(root: Element, self: Element): Box[] {
  const boxes: Box[] = [];

  const add = (box: Box) => {
    const isSeen = box.right - box.left > 1 && box.bottom - box.top > 1;
    if (isSeen && box.bottom > 0 && box.top < innerHeight) boxes.push(box);
  };

  for (const shape of root.querySelectorAll(`${SHAPES}, ${SOLID}`))
    if (!self.contains(shape)) add(shape.getBoundingClientRect());

  const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();

  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.textContent?.trim() === '') continue;
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) add(line);
  }

  return boxes;
}
