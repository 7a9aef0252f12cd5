import { readdirSync, readFileSync } from 'node:fs';
import type { CouponKind } from '@noren/core/lending/coupon';
import { dunningKinds } from '@noren/core/lending/dunning';
import {
  endedBeforePayoutStatuses,
  OrderStatus,
  openOrderStatuses,
  orderStatuses,
  owingOrderStatuses,
} from '@noren/core/lending/order-status';
import { POSES } from '@noren/core/people/liveness';
import type { NameMatch } from '@noren/core/people/name-match';
import type { DocumentKind } from '@noren/core/people/ocr-read';
import { UserStatus } from '@noren/core/people/status';
import type { Assurance } from '@noren/core/people/step-up';
import { expect, test } from 'vitest';

/** The schema repeats lists of core: SQL cannot import them. Each must be the same list. */

const folder = new URL('../../migrations/', import.meta.url);

const schema = readdirSync(folder)
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');

/** The list of a condition, e.g. `kind in (1, 2)`. */
function listAfter(text: string, column: string): (string | number)[] {
  const list = new RegExp(`\\b${column} (?:not )?in \\(([^)]+)\\)`).exec(text)?.[1] ?? '';
  return list
    .split(',')
    .map((item) => (item.includes("'") ? item.trim().slice(1, -1) : Number(item)));
}

function listOfColumn(table: string, column: string): (string | number)[] {
  const [, columns = ''] =
    new RegExp(`create table ${table} \\(\\n(.*?)\\n\\);`, 's').exec(schema) ?? [];
  const [definition = ''] = new RegExp(`^  ${column} .*`, 'm').exec(columns) ?? [];
  return listAfter(definition, column);
}

function listOfIndex(index: string): (string | number)[] {
  const [definition = ''] = new RegExp(`create (unique )?index ${index} [^;]*`).exec(schema) ?? [];
  return listAfter(definition, 'status');
}

const listNames = <T extends string>(names: Record<T, true>): string[] => Object.keys(names);
const statuses = orderStatuses.map(({ status }) => status);

test.each<[table: string, column: string, list: readonly (string | number)[]]>([
  ['orders', 'status', statuses],
  ['users', 'onboarding_status', Object.values(UserStatus)],
  ['coupons', 'kind', listNames<CouponKind>({ fee: true, interest: true, repay: true })],
  ['dunning_messages', 'template', dunningKinds],
  ['liveness_checks', 'pose', POSES],
  [
    'bank_accounts',
    'name_match',
    listNames<NameMatch>({ match: true, partial: true, mismatch: true }),
  ],
  [
    'identity_documents',
    'type',
    listNames<DocumentKind>({ panFront: true, aadhaarFront: true, aadhaarBack: true }),
  ],
  ['sessions', 'assurance', listNames<Assurance>({ link: true, otp: true })],
])('%s.%s may be what core lists', (table, column, list) => {
  expect(listOfColumn(table, column).toSorted()).toEqual([...list].toSorted());
});

test.each<[index: string, list: readonly OrderStatus[]]>([
  ['orders_open_idx', openOrderStatuses],
  ['orders_to_close_idx', owingOrderStatuses],
  ['orders_one_per_coupon_key', endedBeforePayoutStatuses],
  ['orders_open_until_idx', [OrderStatus.reserved, OrderStatus.awaitingAcceptance]],
])('%s is over the statuses that core lists', (index, list) => {
  expect(listOfIndex(index).toSorted()).toEqual([...list].toSorted());
});

test('the schema names every order status as core does', () => {
  const [, text = ''] = /^-- Order status: (.*?)\.\n/ms.exec(schema) ?? [];
  const named = [...text.replaceAll('\n-- ', ' ').matchAll(/(\d+) ([a-z ]+)/g)];
  expect(named.map(([, status, name]) => [Number(status), name?.replaceAll(' ', '-')])).toEqual(
    orderStatuses.map(({ status, name }) => [status, name]),
  );
});
