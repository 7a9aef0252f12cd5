import { verhoeffDigit } from '@noren/core/people/identity-numbers';
import { type Dice, rollDice } from './seeded.ts';

type SampleGender = 'male' | 'female';

/** An invented person with valid numbers that belong to no known person. */
export type SamplePerson = {
  name: string;
  fatherName: string;
  birthDay: string;
  gender: SampleGender;
  pan: string;
  aadhaar: string;
  address: string;
  pin: string;
};

const MEN = [
  'Arjun',
  'Rohan',
  'Vikram',
  'Sanjay',
  'Imran',
  'Joseph',
  'Karthik',
  'Manoj',
  'Naveen',
  'Prakash',
  'Suresh',
];

const WOMEN = [
  'Anita',
  'Deepika',
  'Farida',
  'Kavya',
  'Lakshmi',
  'Meena',
  'Nisha',
  'Pooja',
  'Rekha',
  'Sunita',
  'Usha',
];

const LAST = [
  'Bansal',
  'Chauhan',
  'Desai',
  'Fernandes',
  'Gowda',
  'Iyer',
  'Kapoor',
  'Mehta',
  'Nair',
  'Reddy',
  'Sharma',
];

const STREETS = [
  'Nehru Street',
  'Gandhi Road',
  'Temple Road',
  'Station Road',
  'Lake View Road',
  'Market Lane',
];

const ADDRESSES = [
  { area: 'Jayanagar', city: 'Bengaluru', state: 'Karnataka', pin: '560' },
  { area: 'Andheri East', city: 'Mumbai', state: 'Maharashtra', pin: '400' },
  { area: 'Anna Nagar', city: 'Chennai', state: 'Tamil Nadu', pin: '600' },
  { area: 'Salt Lake', city: 'Kolkata', state: 'West Bengal', pin: '700' },
  { area: 'Gomti Nagar', city: 'Lucknow', state: 'Uttar Pradesh', pin: '226' },
] as const;

/** The same seed gives the same person; nobody is born before 1962 or after 2003. */
export function samplePerson(seed: number): SamplePerson {
  const dice = rollDice(seed);
  const gender = dice.pick(['male', 'female'] as const);
  const last = dice.pick(LAST);
  const first = dice.pick(gender === 'male' ? MEN : WOMEN);
  const name = `${first} ${last}`;
  const fatherName = `${pickFather(dice, first)} ${last}`;
  const address = dice.pick(ADDRESSES);
  const pin = `${address.pin}${String(dice.int(1, 99)).padStart(3, '0')}`;

  return {
    name,
    fatherName,
    gender,
    birthDay: `${dice.int(1962, 2003)}-${twoDigits(dice.int(1, 12))}-${twoDigits(dice.int(1, 28))}`,
    pan: drawPanNumber(dice, last),
    aadhaar: drawAadhaarNumber(dice),
    address: [
      `${gender === 'male' ? 'S/O' : 'D/O'} ${fatherName}`,
      `${dice.int(1, 240)}`,
      dice.pick(STREETS),
      address.area,
      address.city,
      address.state,
    ].join(', '),
    pin,
  };
}

/** Never by the child's own name: a card on which both are alike shows nothing of its reader. */
function pickFather(dice: Dice, child: string): string {
  let father = dice.pick(MEN);
  while (father === child) father = dice.pick(MEN);

  return father;
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');
const letter = (dice: Dice): string => String.fromCharCode(65 + dice.int(0, 25));

function drawPanNumber(dice: Dice, last: string): string {
  const series = letter(dice) + letter(dice) + letter(dice);
  return `${series}P${last[0]}${String(dice.int(1, 9999)).padStart(4, '0')}${letter(dice)}`;
}

function drawAadhaarNumber(dice: Dice): string {
  const eleven = `${dice.int(2, 9)}${Array.from({ length: 10 }, () => dice.int(0, 9)).join('')}`;
  return eleven + verhoeffDigit(eleven);
}
