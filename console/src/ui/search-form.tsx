import { useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';
import { Form, type Refusal } from './form.tsx';

interface SearchFormProps {
  readonly label: string;
  readonly field: string;
  readonly hint: string;
  /** The button's text. */
  readonly act: string;
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  /** What is wrong with the text, before it is sent; undefined when nothing is. */
  readonly findProblem: (text: string) => string | undefined;
  readonly onSearch: (text: string) => void;
}

/** One field with its button. */
export function SearchForm({
  label,
  field,
  hint,
  act,
  isBusy,
  refusal,
  findProblem,
  onSearch,
}: SearchFormProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();

  const submit = (): void => {
    const problem = findProblem(text);
    setProblem(problem);
    if (problem === undefined) onSearch(text);
  };

  return (
    <Form
      label={label}
      problems={problem === undefined ? {} : { text: problem }}
      refusal={refusal}
      onSubmit={submit}
      isInline
      acts={
        <Button type="submit" tone="primary" icon="search" isBusy={isBusy}>
          {act}
        </Button>
      }
    >
      <TextField
        label={field}
        hint={hint}
        name="text"
        kind="search"
        value={text}
        onChange={setText}
        problem={problem}
      />
    </Form>
  );
}
