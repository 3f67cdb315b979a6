/** A network-like time: mostly near the median, occasionally several times as long. */
export function timeNear(medianMs: number, spread: number, chance: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return Math.max(1, Math.round(medianMs * Math.exp(spread * normal)));
}
