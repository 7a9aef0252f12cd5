import { accessScreen } from '../features/access/screen.ts';
import { approvalsScreen } from '../features/approvals/screen.ts';
import { auditScreen } from '../features/audit/screen.ts';
import { booksScreen } from '../features/books/screen.ts';
import { collectionsScreen } from '../features/collections/screen.ts';
import { complaintsScreen } from '../features/complaints/screen.ts';
import { dayScreen } from '../features/day/screen.ts';
import { lettersScreen } from '../features/letters/screen.ts';
import { linksScreen } from '../features/links/screen.ts';
import { loansScreen } from '../features/loans/screen.ts';
import { moneyScreen } from '../features/money/screen.ts';
import { peopleScreen } from '../features/people/screen.ts';
import { productsScreen } from '../features/products/screen.ts';
import { reviewScreen } from '../features/review/screen.ts';
import { sanctionsScreen } from '../features/sanctions/screen.ts';
import { sourcesScreen } from '../features/sources/screen.ts';
import { staffScreen } from '../features/staff/screen.ts';
import { workScreen } from '../features/work/screen.ts';
import { galleryScreen } from '../gallery/screen.ts';
import type { ScreenFolder } from '../shell/screen.ts';

/** All screen folders; a new folder is added here. */
export const SCREENS: readonly ScreenFolder[] = [
  workScreen,
  complaintsScreen,
  approvalsScreen,
  peopleScreen,
  loansScreen,
  moneyScreen,
  collectionsScreen,
  productsScreen,
  linksScreen,
  lettersScreen,
  sanctionsScreen,
  sourcesScreen,
  booksScreen,
  dayScreen,
  auditScreen,
  staffScreen,
  reviewScreen,
  accessScreen,
  galleryScreen,
];
