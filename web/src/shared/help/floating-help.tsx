import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useT } from '../../i18n/index.ts';
import { IconButton } from '../../ui/layout/header.tsx';
import { useLocation } from '../../ui/routing/router.tsx';
import style from './floating-help.module.css';
import { findFreePlace, listBoxes, type Place } from './free-place.ts';
import { useHelpDialog } from './help-opener.tsx';

/**
 * Screens with a camera or a payment code, beside which nothing floats; their header has the icon.
 */
const WITHOUT = [
  ...['/facial-auth/step-one', '/send-again', '/modify-bank-info/face-check'],
  ...['/phone-number/face-check', '/lost-phone/proof'],
  ...[
    '/sky-scan',
    '/sky-code',
    '/sky-offline',
    '/sky-eleven',
    '/store',
    '/va',
    '/autopay',
    '/pembayaran',
    '/repay-code',
  ],
];

/**
 * The floating icon of customer service; the app shows it only when signed in. It covers nothing:
 * it moves, and yields where there is no room. It is for pointers alone: keys and screen readers
 * have the header's icon, which neither moves nor yields. Source: specification §2.
 */
export function FloatingHelp() {
  const { pathname } = useLocation();
  return WITHOUT.includes(pathname) ? null : <Floating key={pathname} />;
}

function Floating() {
  const t = useT();
  const { open, dialog } = useHelpDialog();
  const self = useRef<HTMLDivElement>(null);
  const spot = useSpot(self);

  return (
    <>
      {/* A press leaves the focus where it is: what is hidden from screen readers must not have it. */}
      <div
        ref={self}
        aria-hidden="true"
        onMouseDown={(event) => event.preventDefault()}
        className={style.float}
        data-float={typeof spot === 'string' ? spot : 'shown'}
        style={typeof spot === 'string' ? undefined : { translate: `${spot.left}px ${spot.top}px` }}
      >
        <IconButton
          icon="chat"
          label={t('service.title')}
          opens="dialog"
          tabIndex={-1}
          onClick={open}
        />
      </div>
      {dialog}
    </>
  );
}

/** The distance to the edge of the column and to the bar below. */
const EDGE_PX = 12;
/** Scrolling has ended when it paused for so long. */
const SCROLL_PAUSE_MS = 150;

/** Parts whose changes move nothing else. */
const APART = '[data-float], .visually-hidden';

/** Where the icon is: nowhere while the page scrolls, and where it would cover something. */
type Spot = Place | 'moving' | 'yields';

function useSpot(self: RefObject<HTMLElement | null>): Spot {
  const [spot, setSpot] = useState<Spot>('moving');
  useEffect(() => {
    const root = document.getElementById('app') ?? document.body;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;

    const settle = () => {
      timer = undefined;
      if (self.current && !hasDialog()) setSpot(findSpot(root, self.current));
    };

    // In the frame in which the change is painted; scrolling settles it later.
    const change = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => timer === undefined && flushSync(settle));
    };

    const scroll = () => {
      if (hasDialog()) return;
      setSpot('moving');
      clearTimeout(timer);
      timer = setTimeout(settle, SCROLL_PAUSE_MS);
    };

    const over = new AbortController();
    // Captured: parts of a page scroll too.
    addEventListener('scroll', scroll, { capture: true, passive: true, signal: over.signal });
    root.addEventListener('load', change, { capture: true, signal: over.signal });
    addEventListener('resize', change, { signal: over.signal });

    const mutations = new MutationObserver((records) => {
      if (!records.every(({ target }) => isApart(target))) change();
    });
    // Not of `style`, by which the icon itself is moved.
    const attributeFilter = ['class', 'hidden', 'open'];

    mutations.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter,
    });

    // Dialogs are put into the body; the page is measured again when they have gone.
    const dialogs = new MutationObserver(change);
    dialogs.observe(document.body, { childList: true });

    const sizes = new ResizeObserver(change);
    sizes.observe(root);
    change();

    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      over.abort();
      mutations.disconnect();
      dialogs.disconnect();
      sizes.disconnect();
    };
  }, [self]);

  return spot;
}

/** Below a dialog the page neither moves nor is tapped. */
const hasDialog = (): boolean => document.querySelector('dialog[open]') !== null;

function isApart(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  return Boolean(element?.closest(APART));
}

/** A free place in the lower part of the column. */
function findSpot(root: Element, self: HTMLElement): Spot {
  const column = root.getBoundingClientRect();
  const area = {
    left: column.left + EDGE_PX,
    right: column.right - EDGE_PX,
    top: innerHeight / 3,
    bottom: innerHeight - EDGE_PX,
  };

  return findFreePlace(area, self.offsetWidth, listBoxes(root, self)) ?? 'yields';
}
