import { useSearchParams } from '../../ui/routing/router.tsx';

/** What is looked at closer stands in the address: whoever is sent for a code comes back to it. */
export function useOpened(): [string | null, (opened: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const open = (opened: string | null) =>
    setSearch(() => new URLSearchParams(opened === null ? {} : { open: opened }), { replace: true });
  return [search.get('open'), open];
}
