import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../testing/render-console.tsx';
import { Button } from './button.tsx';
import { DayField } from './fields.tsx';
import { Form } from './form.tsx';

function renderDay(start: string) {
  const onSubmit = vi.fn();

  function Sample() {
    const [day, setDay] = useState(start);
    return (
      <Form
        label="Form"
        problems={{}}
        onSubmit={() => onSubmit(day)}
        acts={<Button type="submit">Send</Button>}
      >
        <DayField
          label="Until"
          name="until"
          value={day}
          onChange={setDay}
          least="2026-11-23"
          greatest="2027-02-24"
        />
      </Form>
    );
  }

  renderPart(<Sample />);

  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Until' });
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

  return { field, send, onSubmit };
}

test('a day is shown and typed as dd/mm/yyyy, whatever the browser’s language', async () => {
  const { field, send, onSubmit } = renderDay('2026-12-01');
  expect([field.value, field.placeholder]).toEqual(['01/12/2026', 'dd/mm/yyyy']);

  await userEvent.clear(field);
  await userEvent.type(field, '3/2/2027');
  await userEvent.tab();
  expect(field.value).toBe('03/02/2027');

  await send();
  expect(onSubmit).toHaveBeenLastCalledWith('2027-02-03');
});

test.each([
  ['31/02/2027', 'Enter a day as dd/mm/yyyy, such as 24/02/2027.'],
  ['tomorrow', 'Enter a day as dd/mm/yyyy, such as 24/02/2027.'],
  ['24/02/26', 'Enter a day as dd/mm/yyyy, such as 24/02/2027.'],
  ['25/02/2027', 'Choose a day from 23/11/2026 to 24/02/2027.'],
])('%s is not sent, and stays in the field with its problem', async (text, problem) => {
  const { field, send, onSubmit } = renderDay('');
  await userEvent.type(field, text);
  expect(screen.queryByText(problem)).toBeNull();
  await userEvent.keyboard('{Enter}');
  await screen.findByText(problem);
  await send();
  expect(onSubmit).not.toHaveBeenCalled();
  expect([field.value, document.activeElement]).toEqual([text, field]);
});
