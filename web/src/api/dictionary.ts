import { type Dictionary, dictionary } from '@noren/contract/dictionary';
import { send } from './api.ts';
import { useCall } from './hooks.tsx';

/** An entry of a dictionary, labelled in the user's language. */
export type Choice = { value: string; label: string };

/** @throws ApiError, NoAnswer */
export async function loadChoices(type: Dictionary): Promise<Choice[]> {
  return toChoices((await send(dictionary, { params: { type } })).details);
}

/** A dictionary for a screen, loaded when `isOn`; `choices` is undefined until then. */
export function useChoices(type: Dictionary, isOn = true) {
  const { data, error, isFetched, isFetching, refetch } = useCall(dictionary, {
    params: { type },
    isOn,
  });

  return {
    choices: data && toChoices(data.details),
    error,
    isFetching,
    /** An answer or a failure has come; it stays true while the list is loaded again. */
    isFetched,
    retry: () => void refetch(),
  };
}

function toChoices(details: readonly { code: string; name: string }[]): Choice[] {
  return details.map(({ code, name }) => ({ value: code, label: name }));
}
