import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPart } from '../testing/render-console.tsx';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';
import { Form } from './form.tsx';

const TOO_LONG = {
  message: 'Check these fields.',
  fields: [{ path: 'proposal.name', problem: 'long' }],
};

function Sample() {
  const [values, setValues] = useState({ name: 'A long name', reason: 'A reason' });
  return (
    <Form
      label="Sample"
      problems={{}}
      refusal={TOO_LONG}
      onSubmit={() => undefined}
      acts={<Button type="submit">Send</Button>}
    >
      <TextField
        label="Full name"
        name="name"
        value={values.name}
        onChange={(name) => setValues({ ...values, name })}
      />
      <TextField
        label="Reason"
        name="reason"
        value={values.reason}
        onChange={(reason) => setValues({ ...values, reason })}
      />
    </Form>
  );
}

test('a refusal of the server names its field, in the alert and beside it, until the field is changed', async () => {
  renderPart(<Sample />);
  // The label's element is known from the second drawing on, as when an answer comes.
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), '!');

  const alert = within(screen.getByRole('alert'));
  const name = screen.getByRole('textbox', { name: 'Full name' });

  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(name.getAttribute('aria-describedby')).not.toBeNull();
  await userEvent.click(alert.getByRole('link', { name: 'Full name: Too long. Shorten it.' }));
  expect(document.activeElement).toBe(name);
  expect(screen.getByRole('textbox', { name: 'Reason' }).getAttribute('aria-invalid')).toBe(
    'false',
  );

  await userEvent.type(name, '{Backspace}');
  expect(name.getAttribute('aria-invalid')).toBe('false');
  expect(alert.queryByRole('link')).toBeNull();
});
