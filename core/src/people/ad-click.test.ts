import { expect, test } from 'vitest';
import { cleanQuery } from './ad-click.ts';

test.each([
  ['', '', null],
  ['id=7&a=b%20c', 'id=7&a=b%20c', null],
  ['gclid=Cj0K', '', 'gclid=Cj0K'],
  ['openToken=x.y&fbclid=IwAR0&id=7', 'openToken=x.y&id=7', 'fbclid=IwAR0'],
  ['trackId=abc', '', null],
  ['trackId=abc&gbraid=0A', '', 'gbraid=0A'],
  ['gclid=1&fbclid=2', '', 'gclid=1'],
  ['id=7&li_fat_id=9b-1', 'id=7', 'li_fat_id=9b-1'],
  ['ScCid=5f&id=7', 'id=7', 'ScCid=5f'],
  ['epik=dj0y', '', 'epik=dj0y'],
  ['rdt_cid=42', '', 'rdt_cid=42'],
  ['irclickid=Wx', '', 'irclickid=Wx'],
  ['fbclid', '', null],
  ['Gclid=1', 'Gclid=1', null],
])('the query “%s” becomes “%s”, with the click %s', (query, left, click) => {
  expect(cleanQuery(query)).toEqual({ query: left, click, isChanged: left !== query });
});
