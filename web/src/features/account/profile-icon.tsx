import { Drawing } from '../../ui/layout/icon.tsx';

/** Drawn for the profile alone, so that the first load does not carry them. */
const PATHS = {
  bank: 'M3 10l9-6 9 6zM5 10v8M10 10v8M14 10v8M19 10v8M3 20h18',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4M12 3v2',
  coupon: 'M3 7h18v4a1.5 1.5 0 0 0 0 3v4H3v-4a1.5 1.5 0 0 0 0-3zM9 7v2M9 12v1M9 16v2',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-1 .5-1 1-1 1.7M12 16.5v.01',
  install: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  key: 'M8 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 12h9v4M17 12v3',
  message: 'M3 6h18v12H3zM3 7l9 6 9-6',
  order: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  paper: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  pen: 'M4 20l1-5L16 4l4 4L9 19zM13 7l4 4',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c1-5 4-7 8-7s7 2 8 7',
  phone: 'M7 3h10v18H7zM11 18h2',
  rupee: 'M7 4h10M7 8h10M7 4h3c6 0 6 8 0 8H7l7 8',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM9 12l2 2 4-4',
} as const;

/** The picture at the start of a row of the profile. */
export function ProfileIcon({ name }: { name: keyof typeof PATHS }) {
  return <Drawing path={PATHS[name]} size={22} />;
}
