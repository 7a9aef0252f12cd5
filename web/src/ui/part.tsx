import type { ComponentType } from 'react';
import { loadAllTexts, t } from '../i18n/index.ts';
import { type Arrival, arrival, useArrival } from './arrival.ts';
import { toast } from './toast.tsx';

const parts: Arrival<unknown>[] = [];

/**
 * A part of a screen that most visits do without: its code and its texts come when it is first shown, or before, once
 * the phone has nothing else to do. A sheet that does not come says so and is closed again, so that it can be opened anew.
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const coming = arrival(async () => {
    const [Found] = await Promise.all([load(), loadAllTexts()]);
    return Found;
  });
  parts.push(coming);
  return function Part(props: P) {
    const Shown = useArrival(coming, (cause) => {
      console.info('A part of the screen did not load', cause.name);
      if (!('onClose' in props)) return;
      toast(t('api.check_connection'));
      (props.onClose as () => void)();
    });
    return Shown ? <Shown {...props} /> : null;
  };
}

/** Has all parts of the screens known so far come before they are asked for; those that do not come are left. */
export async function bringParts(): Promise<void> {
  await Promise.allSettled(parts.map(({ come }) => come()));
}
