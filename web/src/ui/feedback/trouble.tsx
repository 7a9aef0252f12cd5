import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';

/**
 * Why what was just asked for did not happen: announced, and brought into sight, as the button that was pressed may stand
 * screens below it. Show it only while there is trouble.
 */
export function Trouble(notice: ComponentProps<typeof Notice>) {
  return (
    <Alert>
      <Notice tone="bad" {...notice} />
    </Alert>
  );
}

/** As {@link Trouble}, around what says it otherwise. */
export function Alert({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // Newer browsers answer a promise, which an effect must not.
  useEffect(() => void box.current?.scrollIntoView?.({ block: 'nearest' }), []);
  return (
    <div ref={box} role="alert">
      {children}
    </div>
  );
}
