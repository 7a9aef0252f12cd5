import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import style from './carousel.module.css';

type Slide = { id: string; content: ReactNode };
type Props = { label: string; slides: readonly Slide[] };

/**
 * Cards next to each other: moved by swiping, dots or arrow keys. Nothing moves by itself.
 * Screen readers and Tab reach every card, also those out of view.
 */
export function Carousel({ label, slides }: Props) {
  const t = useT();
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);

  const show = (at: number) => {
    const slide = track.current?.children[at];
    if (!(slide instanceof HTMLElement) || !track.current) return;

    setCurrent(at);
    // The style sheet chooses smooth or instant scrolling, by the user's reduced-motion setting.
    track.current.scrollTo({ left: slide.offsetLeft - track.current.offsetLeft });
  };

  const swiped = () => {
    const { scrollLeft = 0, clientWidth = 0 } = track.current ?? {};
    if (clientWidth > 0)
      setCurrent(Math.min(slides.length - 1, Math.round(Math.abs(scrollLeft) / clientWidth)));
  };

  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = current + step;
    if (step === 0 || next < 0 || next >= slides.length) return;

    event.preventDefault();
    show(next);
  };

  return (
    <section
      aria-roledescription={t('ui.carousel')}
      aria-label={label}
      className={style.carousel}
      onKeyDown={press}
    >
      <ul ref={track} className={style.track} onScroll={swiped}>
        {slides.map(({ id, content }) => (
          <li key={id} className={style.slide}>
            {content}
          </li>
        ))}
      </ul>
      <div className={style.dots}>
        {slides.map(({ id }, at) => (
          <button
            key={id}
            type="button"
            className={style.dot}
            aria-label={t('ui.carousel_card', { number: at + 1, of: slides.length })}
            aria-current={at === current || undefined}
            onClick={() => show(at)}
          />
        ))}
      </div>
    </section>
  );
}
