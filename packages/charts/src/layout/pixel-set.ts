import type { Size } from '../chart-props.ts';

/** The pixels of a drawing that hold a point, a bit each: sorting thousands of points would take longer. */
export function pixelSet(size: Size): { add: (x: number, y: number) => void; path: () => string } {
  const width = Math.ceil(size.width) + 1;
  const words = new Uint32Array(Math.ceil((width * (Math.ceil(size.height) + 1)) / 32));
  return {
    add(x, y) {
      const place = Math.round(y) * width + Math.round(x);
      const word = place >>> 5;
      words[word] = (words[word] as number) | (1 << (place & 31));
    },
    /** Row by row, as dots for a round cap, each a step from the one before. */
    path() {
      let d = '';
      let [x, y] = [0, 0];
      for (let word = 0; word < words.length; word += 1) {
        // Takes the lowest bit off until none is left.
        for (let bits = words[word] as number; bits !== 0; bits &= bits - 1) {
          const place = word * 32 + 31 - Math.clz32(bits & -bits);
          const toY = Math.floor(place / width);
          const toX = place - toY * width;
          d += `m${toX - x} ${toY - y}h0`;
          x = toX;
          y = toY;
        }
      }
      return d;
    },
  };
}
