/** Where a borrower lives, in the order in which it is written. `state` is a GST code. */
export const ADDRESS_FIELDS = ['street', 'locality', 'district', 'state', 'pin'] as const;

export type AddressField = (typeof ADDRESS_FIELDS)[number];
export type Address = Readonly<Record<AddressField, string>>;

/** The longest text of a field: nothing is cut, so what is longer the borrower types again. */
export const MAX_ADDRESS_FIELD_LENGTH = 200;

export function isAddressField(field: string): field is AddressField {
  return (ADDRESS_FIELDS as readonly string[]).includes(field);
}
