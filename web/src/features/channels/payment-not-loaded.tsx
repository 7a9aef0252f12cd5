import type { ComponentProps } from 'react';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';

/** A payment, or the link to one, that has not come: loading, or why it failed. */
export function PaymentNotLoaded({ call }: Pick<ComponentProps<typeof NotLoaded>, 'call'>) {
  return (
    <NotLoaded call={call}>
      <Skeleton height={5} />
      <Skeleton height={17} />
    </NotLoaded>
  );
}
