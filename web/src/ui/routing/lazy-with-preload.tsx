import type { ComponentType } from 'react';
import { loadAllTexts, prefetchAllTexts } from '../../i18n/index.ts';
import { createResource, type Resource, useResource } from './resource.ts';

const resources: Resource<unknown>[] = [];
let preloadsNewResources = false;

/**
 * A component that most visits never show. Its code and texts are loaded when it is first rendered,
 * or earlier by `preloadAll`. A failed load is thrown to the screen's error boundary, because a
 * browser fetches a lost module again only after a page reload.
 * @param isOptional renders nothing after a failed load instead of throwing
 */
export function lazyWithPreload<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { isOptional = false } = {},
): ComponentType<P> {
  const resource = createResource(async () => {
    const [Component] = await Promise.all([load(), loadAllTexts()]);
    return Component;
  });
  resources.push(resource);
  if (preloadsNewResources) void preloadAll();

  return function Lazy(props: P) {
    const { value: Component, error } = useResource(resource);
    if (error && !isOptional) throw error;
    return Component ? <Component {...props} /> : null;
  };
}

/**
 * Loads every lazy component defined so far; one that fails is loaded again when it is rendered.
 */
export async function preloadAll(): Promise<void> {
  // Without the language's texts a component would fall back to English on a screen that works
  // otherwise.
  if (!(await prefetchAllTexts())) return;
  await Promise.allSettled(resources.map(({ load }) => load()));
}

/** From now on lazy components are preloaded as soon as the screen that defines them is loaded. */
export function enablePreloading(): void {
  preloadsNewResources = true;
  void preloadAll();
}
