import type { VNode } from 'preact';
import { encode } from 'uqr';

/** Modules of white around it (ISO/IEC 18004 §6.3.8). */
const BORDER = 4;

/** Black on white in dark themes too, because some cameras read nothing else. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): VNode {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER });
  const modules = data.flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  );
}
