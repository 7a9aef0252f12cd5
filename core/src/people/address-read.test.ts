import { describe, expect, it } from 'vitest';
import { listSourceFields, readCardAddress, readSourceAddress } from './address-read.ts';

const nothing = {
  house: '',
  street: '',
  landmark: '',
  location: '',
  town: '',
  postOffice: '',
  subDistrict: '',
  district: '',
  state: '',
  pin: '',
};

describe('what a signed source says of an address', () => {
  it.each([
    [
      'a town',
      {
        house: '12/4',
        street: 'Temple Road',
        landmark: 'Near the tank',
        location: 'Jayanagar',
        town: 'Bengaluru',
        postOffice: 'Jayanagar',
        subDistrict: 'Bengaluru South',
        district: 'Bengaluru Urban',
        state: 'KARNATAKA',
        pin: '560 041',
      },
      {
        street: '12/4, Temple Road',
        locality: 'Near the tank, Jayanagar, Bengaluru',
        district: 'Bengaluru Urban',
        state: '29',
        pin: '560041',
      },
    ],
    [
      'a village without streets',
      { ...nothing, location: 'Ward 3', town: 'Rampur', district: 'Puri', state: 'Orissa' },
      { street: 'Ward 3', locality: 'Rampur', district: 'Puri', state: '21' },
    ],
    [
      'a village that is told twice',
      { ...nothing, location: 'RAMPUR', town: 'Rampur', postOffice: 'Rampur' },
      { locality: 'RAMPUR' },
    ],
    ['only a post office', { ...nothing, postOffice: 'Rampur' }, { locality: 'Rampur' }],
    ['nothing', nothing, {}],
    [
      'a state that nobody knows, no PIN code, and a text too long',
      { ...nothing, state: 'Atlantis', pin: '012345', district: 'x'.repeat(201) },
      {},
    ],
  ])('%s', (_, source, address) => {
    expect(readSourceAddress(source)).toEqual(address);
  });

  it('is what an address took from it, but for capitals and spaces', () => {
    const address = {
      street: '12  temple road',
      locality: 'Jayanagar',
      district: 'Mysuru',
      state: '29',
      pin: '560041',
    };
    const said = { street: '12 Temple Road', district: 'Bengaluru Urban', state: '29' };

    expect(listSourceFields(address, said)).toEqual(['street', 'state']);
    expect(listSourceFields(address, {})).toEqual([]);
  });
});

describe('what was read from the picture of a card', () => {
  it.each([
    [
      'S/O Ravi Kumar, 12, Temple Road, Jayanagar, Bengaluru, Karnataka',
      '560041',
      {
        street: '12, Temple Road',
        locality: 'Jayanagar',
        district: 'Bengaluru',
        state: '29',
        pin: '560041',
      },
    ],
    [
      'Temple Road, Jayanagar, Bengaluru, Karnatka',
      '',
      { street: 'Temple Road', locality: 'Jayanagar', district: 'Bengaluru', state: '29' },
    ],
    [
      'W-O Ravi Kumar, Co-operative Colony, Sector 4, Bokaro, Jharkhand',
      '827001',
      {
        street: 'Co-operative Colony',
        locality: 'Sector 4',
        district: 'Bokaro',
        state: '20',
        pin: '827001',
      },
    ],
    [
      'SO Ravi Kumar, Co Op Society, Sector 4, Bokaro, Jharkhand',
      '',
      { street: 'Co Op Society', locality: 'Sector 4', district: 'Bokaro', state: '20' },
    ],
    ['Rampur, Odisha', '752001', { state: '21', pin: '752001' }],
    ['Temple Road, Jayanagar, Bengaluru', '560041', { pin: '560041' }],
    ['', '', {}],
    [',,, ,', '', {}],
  ])('"%s"', (text, pin, address) => {
    expect(readCardAddress(text, pin)).toEqual(address);
  });
});
