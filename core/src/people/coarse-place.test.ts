import { expect, it } from 'vitest';
import { toCoarsePlace } from './coarse-place.ts';

it.each([
  [12.971_598, 77.594_566, { latitude: 12.97, longitude: 77.59 }],
  [-0.001, -0.004, { latitude: 0, longitude: 0 }],
  [90, -180, { latitude: 90, longitude: -180 }],
  [12.97, 77.59, { latitude: 12.97, longitude: 77.59 }],
  [90.1, 0, null],
  [0, 180.01, null],
  [Number.NaN, 77, null],
  [12, Number.POSITIVE_INFINITY, null],
])('%d, %d is stored as %j', (latitude, longitude, place) => {
  expect(toCoarsePlace({ latitude, longitude })).toEqual(place);
});
