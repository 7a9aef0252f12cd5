import type { ReactNode } from 'react';
import { Stack } from '../ui/layout/text.tsx';

/** A named part of the gallery. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={4}>
      <h2>{title}</h2>
      {children}
    </Stack>
  );
}
