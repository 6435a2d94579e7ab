// Whether two samples come from the same distribution: the Mann-Whitney rank test, which does not mind outliers.

/** The z score of the difference; beyond 3.9 it is chance once in ten thousand times. */
export function rankDifference(left: number[], right: number[]): number {
  const all = [
    ...left.map((value) => ({ value, isLeft: true })),
    ...right.map((value) => ({ value, isLeft: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  const rankSum = all.reduce((sum, { isLeft }, index) => sum + (isLeft ? index + 1 : 0), 0);
  const u = rankSum - (left.length * (left.length + 1)) / 2;
  const mean = (left.length * right.length) / 2;
  const deviation = Math.sqrt((left.length * right.length * (left.length + right.length + 1)) / 12);
  return (u - mean) / deviation;
}
