/**
 * Moves labels apart so that each keeps `gap` to the next, staying as near to where they belong as that
 * allows and inside `from`…`to`. Answers in the order given.
 */
export function spread(wanted: readonly number[], gap: number, from: number, to: number): readonly number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] as number) - (wanted[b] as number));
  const placed = order.map((index) => Math.min(to, Math.max(from, wanted[index] as number)));
  for (let i = 1; i < placed.length; i += 1) {
    placed[i] = Math.max(placed[i] as number, (placed[i - 1] as number) + gap);
  }
  let limit = to;
  for (let i = placed.length - 1; i >= 0; i -= 1) {
    placed[i] = Math.min(placed[i] as number, limit);
    limit = (placed[i] as number) - gap;
  }
  const answer = new Array<number>(wanted.length);
  for (const [place, index] of order.entries()) answer[index] = placed[place] as number;
  return answer;
}
