import type { VNode } from 'preact';

/** An address or a name without spaces, which goes on in the next line after a sign rather than within a word. */
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
