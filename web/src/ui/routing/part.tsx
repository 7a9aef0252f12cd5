import { type ComponentType, useState } from 'react';
import { bringAllTexts, loadAllTexts } from '../../i18n/index.ts';
import { type Arrival, arrival, useArrival } from './arrival.ts';

const parts: Arrival<unknown>[] = [];
let comeByThemselves = false;

/**
 * A part of a screen that most visits do without: its code and its texts come when it is first shown, or before, once
 * the phone has nothing else to do. One that does not come is told as a screen is that does not: a browser asks for a
 * lost file again only when the page is loaded anew.
 * @param isOptional the screen is whole without it: it is left out where it does not come
 */
export function part<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { isOptional = false } = {},
): ComponentType<P> {
  const coming = arrival(async () => {
    const [Found] = await Promise.all([load(), loadAllTexts()]);
    return Found;
  });
  parts.push(coming);
  if (comeByThemselves) void bringParts();
  return function Part(props: P) {
    const [lost, setLost] = useState<Error>();
    const Shown = useArrival(coming, setLost);
    if (lost && !isOptional) throw lost;
    return Shown ? <Shown {...props} /> : null;
  };
}

/** Has all parts of the screens known so far come before they are asked for; one that does not comes when it is. */
export async function bringParts(): Promise<void> {
  // English must not stand in on a screen that says nothing of what is lost.
  if (!(await bringAllTexts())) return;
  await Promise.allSettled(parts.map(({ come }) => come()));
}

/** The same, from now on: those of a screen that is opened later come with it. */
export function keepBringingParts(): void {
  comeByThemselves = true;
  void bringParts();
}
