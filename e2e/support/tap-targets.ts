import type { Page } from '@playwright/test';

/**
 * The minimum that WCAG 2.2 requires of every target (2.5.8, AA), and our own for its height, in
 * CSS pixels.
 */
const LEAST = { any: 24, height: 44 };

/** Links, buttons and fields too small to tap. A link within a sentence is exempt. */
export function listSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(findSmallTargets, LEAST);
}

/**
 * Runs in the page. Measures by hit testing: the area that reacts may be larger or smaller than the
 * element's box.
 */
function findSmallTargets(least: typeof LEAST): string[] {
  const controls =
    'a[href], button, input, select, textarea, summary, [role=button], [role=option], [role=slider]';
  const targets = new Set(
    [...document.body.querySelectorAll(controls)].map((one) => one.closest('label') ?? one),
  );
  const isHit = (target: Element, x: number, y: number): boolean =>
    target.contains(document.elementFromPoint(x, y)) && x >= 0 && y >= 0;

  /** Extent of the target along one axis, measured up to `most` pixels each way. */
  const reach = (
    target: Element,
    from: DOMRect,
    [dx, dy]: [number, number],
    most: number,
  ): number => {
    const [x, y] = [from.left + from.width / 2, from.top + from.height / 2];
    let steps = 0;

    for (const way of [-1, 1])
      for (let at = way; Math.abs(at) <= most && isHit(target, x + dx * at, y + dy * at); at += way)
        steps += 1;

    return steps + 1;
  };

  const isInText = (target: Element): boolean =>
    getComputedStyle(target).display === 'inline' &&
    (target.parentElement?.textContent?.trim().length ?? 0) >
      (target.textContent?.trim().length ?? 0);

  return [...targets].flatMap((target) => {
    const [box] = target.getClientRects();
    // Targets under a dialog or visually hidden are not tapped.
    if (
      !box ||
      !isHit(target, box.left + box.width / 2, box.top + box.height / 2) ||
      isInText(target)
    )
      return [];

    const [width, height] = [
      reach(target, box, [1, 0], least.any),
      reach(target, box, [0, 1], least.height),
    ];
    const isSmall = width < least.any || height < least.height;

    return isSmall
      ? [`too small to tap, ${width} × ${height}: ${target.outerHTML.slice(0, 160)}`]
      : [];
  });
}
