const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export interface DepthGauge {
  /** Returns how many levels of objects and arrays were open at once so far. */
  read(chunk: Uint8Array): number;
}

/** Measures the nesting of JSON without parsing it. Brackets inside strings do not count. */
export function makeDepthGauge(): DepthGauge {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  let escaped = false;
  return {
    read(chunk) {
      // By index: the iterator of a typed array takes several times as long.
      for (let index = 0; index < chunk.length; index++) {
        const byte = chunk[index] ?? 0;
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) inString = false;
        } else if (byte === QUOTE) inString = true;
        // `[` and `{`, and `]` and `}`, differ in one bit.
        else if ((byte | 0x20) === 0x7b) {
          depth += 1;
          if (depth > deepest) deepest = depth;
        } else if ((byte | 0x20) === 0x7d) depth -= 1;
      }
      return deepest;
    },
  };
}
