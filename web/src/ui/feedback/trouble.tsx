import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Callout } from './callout.tsx';

/**
 * Why the last action failed: announced and scrolled into view, because the pressed button may be
 * far below it. Render it only while there is a failure.
 */
export function Trouble(callout: ComponentProps<typeof Callout>) {
  return (
    <Alert>
      <Callout tone="bad" {...callout} />
    </Alert>
  );
}

/** Like {@link Trouble}, for any content. */
export function Alert({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // Newer browsers return a promise, which an effect must not.
  useEffect(() => void box.current?.scrollIntoView?.({ block: 'nearest' }), []);

  return (
    <div ref={box} role="alert">
      {children}
    </div>
  );
}
