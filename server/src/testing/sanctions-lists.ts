/** An entry of a list that is invented, as all its people are. */
export interface InventedPerson {
  readonly id: string;
  readonly name: readonly [string, string, string, string];
  /** Quality and name. */
  readonly aliases?: readonly (readonly [string, string])[];
  /** The elements of each birth date. */
  readonly births?: readonly string[];
}

export function aPerson({ id, name, aliases = [], births = [] }: InventedPerson): string {
  const parts = ['FIRST', 'SECOND', 'THIRD', 'FOURTH'].map(
    (part, at) => `      <${part}_NAME>${name[at]}</${part}_NAME>`,
  );
  const others = aliases.map(
    ([quality, alias]) =>
      `      <INDIVIDUAL_ALIAS><QUALITY>${quality}</QUALITY>` +
      `<ALIAS_NAME>${alias}</ALIAS_NAME></INDIVIDUAL_ALIAS>`,
  );
  const dates = births.map(
    (birth) => `      <INDIVIDUAL_DATE_OF_BIRTH>${birth}</INDIVIDUAL_DATE_OF_BIRTH>`,
  );

  return [
    '    <INDIVIDUAL>',
    `      <DATAID>${id}</DATAID>`,
    ...parts,
    ...others,
    ...dates,
    '    </INDIVIDUAL>',
  ].join('\n');
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** The consolidated list of some day in the form of the Security Council, with one organisation. */
export function anUnList(people: readonly string[], day = '2026-11-20'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST xmlns:xsi="${XSI}" dateGenerated="${day}T05:00:01.123Z">
  <INDIVIDUALS>
${people.join('\n')}
  </INDIVIDUALS>
  <ENTITIES>
    <ENTITY>
      <DATAID>9001</DATAID>
      <FIRST_NAME>ZORBEK TRADING</FIRST_NAME>
      <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>Zorbek Traders</ALIAS_NAME></ENTITY_ALIAS>
    </ENTITY>
  </ENTITIES>
</CONSOLIDATED_LIST>
`;
}
