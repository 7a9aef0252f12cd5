import { toast } from '../../ui/overlay/toast.tsx';

/** Shares a link or a text; copies it, and says so, where the phone cannot share. */
export async function share(
  what: { url: string } | { text: string },
  copied: string,
): Promise<void> {
  try {
    if (navigator.share) return await navigator.share(what);
    await navigator.clipboard.writeText('url' in what ? what.url : what.text);
    toast(copied);
  } catch (cause) {
    // The user closed the share dialog, or sharing was refused.
    console.info('It was not shared', (cause as Error).name);
  }
}
