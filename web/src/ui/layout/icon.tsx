import style from './icon.module.css';

const PATHS = {
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  back: 'M15 5l-7 7 7 7',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  camera: 'M4 7h4l1.5-2h5L16 7h4v12H4zM12 10a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  chat: 'M4 5h16v11H9l-5 4z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  down: 'M6 9l6 6 6-6',
  eye: 'M2 12c4-8 16-8 20 0-4 8-16 8-20 0M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  offline:
    'M3 9c2-2 4-3 6-3.5M21 9c-3-3-6-4-9-4M7 13c1-1 2-1.5 3-1.800M17 13c-.5-.5-1-1-1.700-1.300M12 18v.01M4 3l16 18',
  order: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c1-5 4-7 8-7s7 2 8 7',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
} as const;

export type IconName = keyof typeof PATHS;

/**
 * An icon, `size` px at the default font size and scaling with it; hidden from screen readers, so
 * its control needs a name.
 */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return <Drawing path={PATHS[name]} size={size} />;
}

/** The lines of an icon, on a square of 24. */
export function Drawing({ path, size }: { path: string; size: number }) {
  return (
    <svg
      className={style.icon}
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
