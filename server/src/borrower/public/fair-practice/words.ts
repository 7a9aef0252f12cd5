import type { Language } from '@noren/contract/fields';
import { type BusinessDay, businessDay } from '@noren/core/money/time';
import en from './2026-11/en.json' with { type: 'json' };
import es from './2026-11/es.json' with { type: 'json' };
import hi from './2026-11/hi.json' with { type: 'json' };
import id from './2026-11/id.json' with { type: 'json' };
import th from './2026-11/th.json' with { type: 'json' };
import vi from './2026-11/vi.json' with { type: 'json' };

type CodeWordId = keyof typeof en;

/** A wording of the fair-practice code and the day from which it is in force. */
export interface CodeVersion {
  readonly version: string;
  readonly from: BusinessDay;
  readonly words: Readonly<Record<Language, Readonly<Record<CodeWordId, string>>>>;
}

/**
 * Every version, newest first. A published text never changes: a new wording is a new folder with
 * an entry here, and the old ones stay readable.
 */
export const CODE_VERSIONS: readonly CodeVersion[] = [
  {
    version: '2026-11',
    from: businessDay('2026-11-01'),
    words: { en, hi, es, id, vi, th },
  },
];

/** The parts of the code, in their order. */
export const CODE_PARTS = [
  'who',
  'apply',
  'price',
  'money',
  'return',
  'late',
  'classes',
  'reminders',
  'data',
  'complaints',
] as const;
