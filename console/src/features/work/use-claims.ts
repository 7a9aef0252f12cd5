import type { WorkItem } from '@noren/contract/staff/work';
import type { WorkTab } from '@noren/core/staff/work-kinds';
import { useStaffSend } from '../../api/hooks.ts';
import { workTexts } from '../../texts/work.ts';
import { useNow } from '../../ui/clock.tsx';
import { useToast } from '../../ui/toast.tsx';
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
  const toast = useToast();
  const now = useNow();

  const inWords = async (act: Promise<unknown>, done: string): Promise<void> => {
    try {
      await act;
      toast(done);
    } catch (error) {
      toast((error as Error).message, 'bad');
    }
  };

  const toClaimBody = ({ kind, subject }: WorkItem) => ({ body: { kind, subject } });
  return {
    takeNext: async (tab, count = 1) => {
      try {
        const { item, taken } = await take.sendOrThrow({ body: { tab, count } });
        if (item === null) return toast(workTexts.nothingLeft);
        onTaken(item);
        toast(count === 1 ? workTexts.taken(describeKind(item, now)) : workTexts.takenMany(taken));
      } catch (error) {
        toast((error as Error).message, 'bad');
      }
    },
    claim: (item) =>
      inWords(
        claim.sendOrThrow(toClaimBody(item)),
        item.claim?.isMine ? workTexts.kept : workTexts.taken(describeKind(item, now)),
      ),
    release: (item) => inWords(release.sendOrThrow(toClaimBody(item)), workTexts.released),
    isTaking: take.isBusy,
    isBusy: claim.isBusy || release.isBusy,
  };
}
