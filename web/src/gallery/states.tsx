import { Button } from '../ui/button.tsx';
import { Loader } from '../ui/loader.tsx';
import { OfflineBar } from '../ui/offline-bar.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { Part } from './part.tsx';

/** Waiting, nothing, and failure. */
export function States() {
  return (
    <Part title="States">
      <OfflineBar offline />
      <Skeleton lines={3} />
      <Skeleton height={6} />
      <EmptyState
        icon="order"
        title="No orders yet"
        text="When you apply for a loan it appears here."
        action={<Button kind="ghost">See what you can borrow</Button>}
      />
      <ErrorState onRetry={() => toast('Tried again')} />
      <Loader text="Opening your order" />
    </Part>
  );
}
