import type { ReactNode } from 'react';
import { productTexts } from '../../texts/products.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import type { FieldProblems } from '../../ui/use-fields.ts';

interface CheckFormProps {
  readonly label: string;
  readonly problems: FieldProblems;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form that is checked first; the proposal follows on the next screen. */
export function CheckForm(form: CheckFormProps) {
  return (
    <Form
      {...form}
      acts={
        <Button type="submit" tone="primary">
          {productTexts.check}
        </Button>
      }
    />
  );
}
