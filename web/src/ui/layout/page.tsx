import { type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react';
import { useT } from '../../i18n/index.ts';
import { useLocation } from '../routing/router.tsx';
import { Header, type HeaderProps } from './header.tsx';
import { OfflineBar, useOnline } from './offline-bar.tsx';
import style from './page.module.css';

type Props = Omit<HeaderProps, 'title' | 'titleRef'> & {
  /** The title of the document and the page. */
  title: string;
  /**
   * Where the heading is: in the bar, large above the content, only for screen readers, or in
   * `top`.
   */
  heading?: 'bar' | 'large' | 'hidden' | 'top';
  /** A line under a large title. */
  lead?: ReactNode;
  /** False on the landing page and on the tabs' first screens, which have no bar. */
  bar?: boolean;
  /**
   * Replaces the bar; with the heading `top` it renders the heading with this ref and a tabIndex of
   * -1.
   */
  top?: ReactNode | ((titleRef: Ref<HTMLHeadingElement>) => ReactNode);
  /** The main action, at the bottom. */
  footer?: ReactNode;
  /** The TabBar. */
  tabs?: ReactNode;
  children: ReactNode;
};

/**
 * A screen: bar, content, main action at the bottom. Sets the document's title and moves the focus
 * to the heading.
 */
export function Page(props: Props) {
  const {
    title,
    heading = 'bar',
    lead,
    bar = true,
    top,
    footer,
    tabs,
    children,
    ...header
  } = props;
  const ref = useRef<HTMLHeadingElement>(null);
  const main = useRef<HTMLElement>(null);
  const isOnline = useOnline();

  useDocumentTitle(title);
  useHeadingFocus(ref);

  return (
    <div className={isOnline ? style.page : `${style.page} ${style.offline}`}>
      {(top || bar) && <SkipButton main={main} />}
      {typeof top === 'function'
        ? top(ref)
        : (top ??
          (bar && <Header {...header} {...(heading === 'bar' && { title, titleRef: ref })} />))}
      <main ref={main} className={style.main}>
        <div className={bar ? style.content : `${style.content} ${style.bare}`}>
          {heading === 'large' && (
            <div className={style.heading}>
              <h1 ref={ref} tabIndex={-1}>
                {title}
              </h1>
              {lead && <p>{lead}</p>}
            </div>
          )}
          {heading === 'hidden' && (
            <h1 ref={ref} tabIndex={-1} className="visually-hidden">
              {title}
            </h1>
          )}
          {children}
        </div>
        {footer && (
          <div className={style.foot} data-solid>
            <OfflineBar />
            <div className={style.action}>{footer}</div>
            {tabs}
          </div>
        )}
      </main>
      {!footer && (
        <div className={tabs ? style.foot : style.edge} data-solid={tabs ? '' : undefined}>
          <OfflineBar />
          {tabs}
        </div>
      )}
    </div>
  );
}

function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Noren' ? title : `${title} · Noren`;
  }, [title]);
}

let hasOpenedPage = false;

function useHeadingFocus(ref: RefObject<HTMLHeadingElement | null>): void {
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another screen, even in the same component
  useEffect(() => {
    // Browsers announce the first page themselves. On later ones the heading gets the focus, unless
    // the new screen has given it to one of its controls.
    const chosen = document.activeElement;
    const isFocusLost =
      !chosen || chosen === document.body || !ref.current?.closest('#app')?.contains(chosen);

    if (hasOpenedPage && isFocusLost) ref.current?.focus({ preventScroll: true });
    hasOpenedPage = true;
  }, [pathname]);
}

/** Moves the focus past the bar. */
function SkipButton({ main }: { main: RefObject<HTMLElement | null> }) {
  const t = useT();

  const skip = () => {
    // Set only now: otherwise each tap next to a control would move the focus here.
    main.current?.setAttribute('tabindex', '-1');
    main.current?.focus();
  };

  return (
    <button type="button" className={style.skip} onClick={skip}>
      {t('ui.skip')}
    </button>
  );
}
