import { join } from 'node:path';
import { PAGE, writePage } from './figures-page.ts';

/** The program of `npm run figures`. */
for (const { name, now } of await writePage(join(import.meta.dirname, '..', '..')))
  console.log(`${name}: ${now}`);
console.log(`${PAGE} has these figures and the import law.`);
