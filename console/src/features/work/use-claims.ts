import type { WorkItem } from '@noren/contract/staff/work';
import type { WorkTab } from '@noren/core/staff/work-kinds';
import { useStaffSend } from '../../api/hooks.ts';
import { workTexts } from '../../texts/work.ts';
import { useNow } from '../../ui/clock.tsx';
import { useAnnounce } from '../../ui/toast.tsx';
import { describeKind } from './work-words.ts';

export interface Claims {
  /** Takes the next item, or the next ten. */
  readonly takeNext: (tab: WorkTab | undefined, count?: 1 | 10) => Promise<void>;
  /** Claims the item, or extends the claim. */
  readonly claim: (item: WorkItem) => Promise<void>;
  readonly release: (item: WorkItem) => Promise<void>;
  readonly isTaking: boolean;
  readonly isBusy: boolean;
}

/** Claims and releases items, with a toast for each. */
export function useClaims(onTaken: (item: WorkItem) => void): Claims {
  const take = useStaffSend('takeNextWork');
  const claim = useStaffSend('claimWork');
  const release = useStaffSend('releaseWork');
  const announce = useAnnounce();
  const now = useNow();

  const takeNext = async (tab: WorkTab | undefined, count: 1 | 10): Promise<string> => {
    const { item, taken } = await take.sendOrThrow({ body: { tab, count } });
    if (item === null) return workTexts.nothingLeft;

    onTaken(item);

    return count === 1 ? workTexts.taken(describeKind(item, now)) : workTexts.takenMany(taken);
  };

  const claimItem = async (item: WorkItem): Promise<string> => {
    await claim.sendOrThrow({ body: { kind: item.kind, subject: item.subject } });

    return item.claim?.isMine ? workTexts.kept : workTexts.taken(describeKind(item, now));
  };

  const releaseItem = async ({ kind, subject }: WorkItem): Promise<string> => {
    await release.sendOrThrow({ body: { kind, subject } });

    return workTexts.released;
  };

  return {
    takeNext: (tab, count = 1) => announce(takeNext(tab, count)),
    claim: (item) => announce(claimItem(item)),
    release: (item) => announce(releaseItem(item)),
    isTaking: take.isBusy,
    isBusy: claim.isBusy || release.isBusy,
  };
}
