import { checkAadhaar, checkPan } from './identity-numbers.ts';

const asDigit: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  '|': '1',
  '!': '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
  A: '4',
};

const asLetter: Record<string, string> = {
  0: 'O',
  1: 'I',
  2: 'Z',
  5: 'S',
  6: 'G',
  8: 'B',
  '|': 'I',
  '!': 'I',
  ')': 'J',
  ']': 'J',
};

/**
 * The PAN with the fewest characters mended by its grammar, and among those the one most often
 * read.
 */
export function findPan(lines: string[]): string | undefined {
  const found = new Map<string, { cost: number; times: number }>();
  for (const { ten, penalty } of lines.flatMap(panRuns).flatMap(listTens)) {
    const mended = mendPan(ten);
    if (mended === undefined) continue;

    const cost = mended.cost + penalty;
    const known = found.get(mended.pan);

    found.set(mended.pan, {
      cost: Math.min(cost, known?.cost ?? cost),
      times: (known?.times ?? 0) + 1,
    });
  }

  const ranked = [...found].sort(([, a], [, b]) => a.cost - b.cost || b.times - a.times);
  return ranked[0]?.[0];
}

function panRuns(line: string): string[] {
  const words = line.toUpperCase().split(/[^A-Z0-9|!)\]]+/);
  return [...words, words.join('')].filter((run) => run.length >= 10);
}

// A number by itself is likelier than one with a character read twice, or one cut out of a longer
// run.
function listTens(run: string): { ten: string; penalty: number }[] {
  if (run.length === 10) return [{ ten: run, penalty: 0 }];

  const cut = Array.from({ length: run.length - 9 }, (_, at) => ({
    ten: run.slice(at, at + 10),
    penalty: 1.5,
  }));
  if (run.length > 11) return cut;

  const thinned = [...run].map((_, at) => ({
    ten: run.slice(0, at) + run.slice(at + 1),
    penalty: isDoubled(run, at) ? 0.5 : 1,
  }));
  return [...cut, ...thinned];
}

// One printed character read as both of its look-alikes: "O0", "1I".
function isDoubled(run: string, at: number): boolean {
  const looks = (i: number): string => asDigit[run[i] ?? ''] ?? run[i] ?? '';
  return [at - 1, at + 1].some((beside) => run[beside] !== run[at] && looks(beside) === looks(at));
}

function mendPan(ten: string): { pan: string; cost: number } | undefined {
  let cost = 0;
  const mended = [...ten].map((char, i) => {
    const wantsDigit = i >= 5 && i <= 8;
    if (wantsDigit ? /\d/.test(char) : /[A-Z]/.test(char)) return char;
    cost += 1;
    return (wantsDigit ? asDigit[char] : asLetter[char]) ?? '?';
  });
  const pan = mended.join('');
  const trueDigits = [...ten.slice(5, 9)].filter((char) => /\d/.test(char)).length;

  return cost <= 3 && trueDigits >= 2 && checkPan(pan).ok ? { pan, cost } : undefined;
}

/**
 * The 12-digit number most often read among those whose check digit holds; a 16-digit virtual id is
 * not one.
 */
export function findAadhaar(lines: string[]): string | undefined {
  const times = new Map<string, number>();
  for (const line of lines) {
    for (const run of line.match(
      /(?<![A-Za-z])[0-9OoIl|SBZ][0-9OoIl|SBZ .]*[0-9OoIl|SBZ](?![A-Za-z])/g,
    ) ?? []) {
      const digits = toDigits(run.replace(/[ .]/g, ''));
      // Fewer than nine real digits is a word that only looks like a number.
      if (run.replace(/\D/g, '').length < 9 || digits.length !== 12 || !checkAadhaar(digits).ok)
        continue;

      times.set(digits, (times.get(digits) ?? 0) + 1);
    }
  }

  return [...times].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** A text with the letters that look like digits as digits. */
export function toDigits(text: string): string {
  return [...text.toUpperCase()].map((char) => asDigit[char] ?? char).join('');
}
