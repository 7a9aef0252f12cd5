import { useStaffCall } from '../../api/hooks.ts';
import { sanctionsTexts } from '../../texts/sanctions.ts';
import { Day, Instant } from '../../ui/figures.tsx';
import { KeyValues } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';

/** The sanctions list that a proposal brings into force: its id says nothing to a person. */
export function ProposedList({ listId }: { readonly listId: string }) {
  const lists = useStaffCall('sanctionsLists');

  return (
    <Answer of={lists} lines={4}>
      {({ waiting, inForce }) => {
        const found = [...waiting, ...inForce].find((list) => list.listId === listId);
        if (!found) return <p>{sanctionsTexts.replaced}</p>;

        const { list, listDay, people, entities, readAt, by } = found;

        return (
          <KeyValues
            rows={[
              [sanctionsTexts.list, sanctionsTexts.lists[list]],
              [sanctionsTexts.listDay, <Day key="day" day={listDay} />],
              [sanctionsTexts.entries, sanctionsTexts.counts(people, entities)],
              [sanctionsTexts.source, by ?? sanctionsTexts.fetched],
              [sanctionsTexts.at, <Instant key="at" at={readAt} />],
            ]}
          />
        );
      }}
    </Answer>
  );
}
