import { useSearchParams } from '../../ui/routing/router.tsx';

/** The open item, stored in the address so that it is open again after a code confirmation. */
export function useOpenItem(): [string | null, (opened: string | null) => void] {
  const [search, setSearch] = useSearchParams();

  const open = (opened: string | null) =>
    setSearch(() => new URLSearchParams(opened === null ? {} : { open: opened }), {
      replace: true,
    });

  return [search.get('open'), open];
}
