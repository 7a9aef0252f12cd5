import { type ComponentType, useEffect, useState } from 'react';
import { loadAllTexts, t } from '../i18n/index.ts';
import { toast } from './toast.tsx';

const parts: (() => Promise<void>)[] = [];

/**
 * A part of a screen that most visits do without: its code and its texts come when it is first shown, or before, once
 * the phone has nothing else to do. A sheet that does not come says so and is closed again, so that it can be opened anew.
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | undefined;
  const come = async (): Promise<void> => {
    [known] = await Promise.all([load(), loadAllTexts()]);
  };
  parts.push(come);
  return function Part(props: P) {
    const [Shown, setShown] = useState(() => known);
    // biome-ignore lint/correctness/useExhaustiveDependencies: once it is asked for, whatever it is given meanwhile
    useEffect(() => {
      if (Shown) return;
      let isHere = true;
      come().then(
        () => isHere && setShown(() => known),
        (cause: Error) => {
          console.info('A part of the screen did not load', cause.name);
          if (!isHere || !('onClose' in props)) return;
          toast(t('api.check_connection'));
          (props.onClose as () => void)();
        },
      );
      return () => {
        isHere = false;
      };
    }, [Shown]);
    return Shown ? <Shown {...props} /> : null;
  };
}

/** Has all parts of the screens known so far come before they are asked for; those that do not come are left. */
export async function bringParts(): Promise<void> {
  await Promise.allSettled(parts.map((come) => come()));
}
