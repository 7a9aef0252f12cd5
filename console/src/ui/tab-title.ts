import { useEffect } from 'react';
import { kitTexts } from '../texts/kit.ts';

let screen = '';
let waiting = 0;

function write(): void {
  document.title = kitTexts.pageTitle(screen, waiting);
}

/** Names the screen in the browser tab. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    screen = title;
    write();
  }, [title]);
}

/** Shows in the browser tab how many things wait. */
export function useTabCount(count: number): void {
  useEffect(() => {
    waiting = count;
    write();

    return () => {
      waiting = 0;
    };
  }, [count]);
}
