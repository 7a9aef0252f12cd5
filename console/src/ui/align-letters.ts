type LetterPair = readonly [one: string, other: string];

/**
 * Aligns two texts, in capitals, with the fewest differences. Each pair is two letters, or a letter
 * and '' where the other text lacks it.
 */
export function alignLetters(one: string, other: string): readonly LetterPair[] {
  const [a, b] = [[...normalize(one)], [...normalize(other)]];
  const costs = costTable(a, b);
  const pairs: LetterPair[] = [];
  let [i, j] = [a.length, b.length];

  while (i > 0 || j > 0) {
    const cost = costs[i]![j]!;
    const change = a[i - 1] === b[j - 1] ? 0 : 1;

    if (i > 0 && j > 0 && cost === costs[i - 1]![j - 1]! + change) pairs.push([a[--i]!, b[--j]!]);
    else if (i > 0 && cost === costs[i - 1]![j]! + 1) pairs.push([a[--i]!, '']);
    else pairs.push(['', b[--j]!]);
  }

  return pairs.reverse();
}

function normalize(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}

/**
 * Least number of differences between the first `i` letters of one text and the first `j` of the
 * other.
 */
function costTable(a: readonly string[], b: readonly string[]): number[][] {
  const costs = Array.from({ length: a.length + 1 }, (_, i) => [i]);

  for (let j = 1; j <= b.length; j += 1) costs[0]![j] = j;

  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      costs[i]![j] = Math.min(
        costs[i - 1]![j - 1]! + change,
        costs[i - 1]![j]! + 1,
        costs[i]![j - 1]! + 1,
      );
    }

  return costs;
}
