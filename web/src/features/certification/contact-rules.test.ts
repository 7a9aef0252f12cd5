import { describe, expect, it } from 'vitest';
import { t } from '../../i18n/index.ts';
import { checkContacts, emptyContacts, fieldOfPath } from './contact-rules.ts';

const good = {
  relationship0: 'parent',
  name0: 'Asha Rao',
  phone0: '9876543210',
  relationship1: 'friend',
  name1: 'Ravi Nair',
  phone1: '9876543211',
};

describe('the contacts', () => {
  it('are two complete contacts', () => {
    expect(checkContacts(good, t)).toEqual({});
    expect(Object.keys(checkContacts(emptyContacts, t)).sort()).toEqual(
      Object.keys(emptyContacts).sort(),
    );
  });

  it.each(['9876543210', '+91 98765 43210', '09876543210'])(
    'must differ, also when written as %s',
    (phone1) => {
      expect(checkContacts({ ...good, phone1 }, t)).toEqual({
        phone1: 'The second contact must have another number than the first',
      });
    },
  );

  it('have names that are neither missing nor too long', () => {
    expect(checkContacts({ ...good, name0: ' A ', name1: 'Asha '.repeat(21) }, t)).toEqual({
      name0: "Enter the contact's name",
      name1: 'This is too long. Please shorten it',
    });
  });

  it('have names without a character that nobody sees', () => {
    for (const unseen of ['\u0000', '\t', '\u202e', '\ue000'])
      expect(checkContacts({ ...good, name0: `Asha${unseen}Rao` }, t)).toEqual({
        name0: expect.stringContaining('a hidden character that cannot be used'),
      });

    // Between letters of an Indian script such characters are part of the word.
    expect(checkContacts({ ...good, name0: 'न्\u200dरावी' }, t)).toEqual({});
  });

  it("map the server's paths", () => {
    expect(fieldOfPath('contacts.1.phone')).toBe('phone1');
    expect(fieldOfPath('contacts.2.phone')).toBeUndefined();
  });
});
