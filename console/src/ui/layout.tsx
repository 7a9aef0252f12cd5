import { type CSSProperties, Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import type { Tone } from './badge.tsx';
import { Icon } from './icon.tsx';
import style from './layout.module.css';
import { useTabTitle } from './tab-title.ts';

interface PageProps {
  readonly title: string;
  /** Text or badges beside the title. */
  readonly about?: ReactNode;
  /** Buttons, at the right. */
  readonly acts?: ReactNode;
  /** Parent pages, outermost first. */
  readonly crumbs?: readonly { readonly to: string; readonly text: string }[];
  /** Tabs or filters between head and body. */
  readonly bar?: ReactNode;
  /** Beside the body from 1024 pixels, otherwise below it. */
  readonly side?: ReactNode;
  /** The body has no margins of its own: a table fills it. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

/** A screen. Its h1 is also the title of the browser tab and takes focus after a navigation. */
export function Page({ title, about, acts, crumbs, bar, side, isFlush, children }: PageProps) {
  const heading = useHeading(title);
  const body = (
    <div className={style.body} data-flush={isFlush || undefined}>
      {children}
    </div>
  );

  return (
    <div className={style.page}>
      <div className={style.head}>
        {crumbs && (
          <nav className={style.crumbs} aria-label={title}>
            {crumbs.map(({ to, text }, index) => (
              <Fragment key={to}>
                {index > 0 && <Icon name="right" size={12} />}
                <Link to={to}>{text}</Link>
              </Fragment>
            ))}
          </nav>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {typeof about === 'string' ? <p className={style.muted}>{about}</p> : about}
        {acts && <div className={style.acts}>{acts}</div>}
      </div>
      {bar}
      {side ? (
        <div className={style.split}>
          {body}
          <aside className={style.side} aria-label={title}>
            {side}
          </aside>
        </div>
      ) : (
        body
      )}
    </div>
  );
}

let isFirstPage = true;

/**
 * Moves focus to the heading of a new screen for screen readers, except on the first screen and
 * while typing.
 */
function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTabTitle(title);

  useEffect(() => {
    if (
      !isFirstPage &&
      !document.activeElement?.matches('input, select, textarea, [role="dialog"] *')
    )
      heading.current?.focus();

    isFirstPage = false;
  }, []);

  return heading;
}

interface PanelProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly acts?: ReactNode;
  /** The body has no margins of its own: a table fills it. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

/** A box with a heading. */
export function Panel({ title, about, acts, isFlush, children }: PanelProps) {
  return (
    <section className={style.panel} aria-label={title}>
      <div className={style.panelHead}>
        <h2>{title}</h2>
        {about && <span className={style.muted}>{about}</span>}
        {acts && <div className={style.acts}>{acts}</div>}
      </div>
      <div className={style.panelBody} data-flush={isFlush || undefined}>
        {children}
      </div>
    </section>
  );
}

/** Buttons, badges or links in a row. */
export function Acts({ children }: { readonly children: ReactNode }) {
  return <div className={style.actRow}>{children}</div>;
}

interface ColumnsProps {
  /** Minimum width of a column in pixels. */
  readonly least?: number;
  readonly children: ReactNode;
}

/** Panels in as many columns as fit. */
export function Columns({ least = 300, children }: ColumnsProps) {
  return (
    <div className={style.columns} style={{ '--least': `${least}px` } as CSSProperties}>
      {children}
    </div>
  );
}

interface KeyValuesProps {
  readonly rows: readonly (readonly [key: string, value: ReactNode])[];
}

/** Facts: label at the left, value at the right. */
export function KeyValues({ rows }: KeyValuesProps) {
  return (
    <dl className={style.pairs}>
      {rows.map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface TabsProps<Id extends string> {
  readonly label: string;
  /** The first tab is shown if the address names none. */
  readonly tabs: readonly {
    readonly id: Id;
    readonly text: string;
    readonly count?: number | undefined;
    readonly isLocked?: boolean;
  }[];
  /** The parameter of the address. */
  readonly name?: string;
}

/** Tabs as links; the selected one is in the address. Read it with `useTab`. */
export function Tabs<Id extends string>({ label, tabs, name = 'tab' }: TabsProps<Id>) {
  const search = useSearch();
  const current = new URLSearchParams(search).get(name) ?? tabs[0]?.id;

  return (
    <nav className={style.tabs} aria-label={label}>
      {tabs.map(({ id, text, count, isLocked }, index) => {
        const params = new URLSearchParams(search);
        if (index === 0) params.delete(name);
        else params.set(name, id);

        return (
          <Link key={id} to={`?${params}`} aria-current={id === current ? 'page' : undefined}>
            {isLocked && <Icon name="lock" size={12} />}
            {text}
            {count !== undefined && <small>{count}</small>}
          </Link>
        );
      })}
    </nav>
  );
}

/** The tab in the address, or the first. */
export function useTab<Id extends string>(ids: readonly [Id, ...Id[]], name = 'tab'): Id {
  const tab = new URLSearchParams(useSearch()).get(name);
  return ids.find((id) => id === tab) ?? ids[0];
}

interface TimelineProps {
  readonly events: readonly {
    readonly id: string;
    readonly title: string;
    readonly about: ReactNode;
    readonly tone?: Extract<Tone, 'soon' | 'bad'>;
  }[];
}

/** What happened, newest first. */
export function Timeline({ events }: TimelineProps) {
  return (
    <ol className={style.timeline}>
      {events.map(({ id, title, about, tone }) => (
        <li key={id} data-tone={tone}>
          <strong>{title}</strong>
          <span>{about}</span>
        </li>
      ))}
    </ol>
  );
}
