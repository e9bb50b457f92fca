import type { VNode } from 'preact';

/** A URL or name without spaces that wraps after punctuation rather than within a word. */
export function Breakable({ text }: { readonly text: string }): VNode {
  const parts = text.split(/(?<=[@._/-])/);
  return (
    <>
      {parts.map((part, index) => (
        <>
          {index > 0 && <wbr key={index} />}
          {part}
        </>
      ))}
    </>
  );
}
