import { createHash } from 'node:crypto';
import { isBusinessDay } from '@noren/core/money/time';
import { type Form, type FormValue, fillForm, toForm } from '@noren/core/people/canonical-form';
import type { KfsDocument } from './kfs-document.ts';

/** A key facts statement split into its form, which others share, and its own values. */
export interface SplitKfs {
  readonly formId: Buffer;
  readonly form: string;
  readonly values: readonly FormValue[];
  /** SHA-256 of the canonical JSON; form and values rebuild that JSON byte for byte. */
  readonly hash: string;
}

interface KnownForm extends Form {
  readonly formId: Buffer;
}

/**
 * The latest form of each product version and language; the next key facts statement usually has
 * the same form.
 */
const lastForms = new Map<string, KnownForm>();

/**
 * Splits a key facts statement.
 * @param product product code, version and language, which likely share a form
 */
export function splitKfs(document: KfsDocument, product: string): SplitKfs {
  const known = lastForms.get(product);
  const values = known?.findValues(document);
  const [form, filled] = known && values ? [known, values] : remember(document, product);
  const hash = createHash('sha256').update(form.fill(filled)).digest('hex');

  return { formId: form.formId, form: form.text, values: filled, hash };
}

function remember(document: KfsDocument, product: string): [KnownForm, readonly FormValue[]] {
  const made = toForm(document, (text) => text === document.proposalNo || isBusinessDay(text));
  const values = made.findValues(document);
  if (!values) throw new Error('statement does not match the form made from it');

  const form = { ...made, formId: createHash('sha256').update(made.text).digest() };
  lastForms.set(product, form);

  return [form, values];
}

/** Rebuilds the key facts statement as it was shown. */
export function joinKfs({ form, values }: { form: string; values: string }): KfsDocument {
  return JSON.parse(fillForm(form, JSON.parse(values) as FormValue[])) as KfsDocument;
}
