import type { ComponentChildren, VNode } from 'preact';

type Tags = Readonly<Record<string, (text: string) => ComponentChildren>>;

const TAG = /<(\w+)(?:\/>|>(.*?)<\/\1>)/g;

const usual: Tags = { code: (text) => <code>{text}</code>, strong: (text) => <strong>{text}</strong> };

/** A message with elements inside: `See <link>Files</link>`, or `Reads <name/>` where the element is not text. */
export function RichText({ text, tags = {} }: { readonly text: string; readonly tags?: Tags }): VNode {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', 2: inner = '', index } of text.matchAll(TAG)) {
    parts.push(text.slice(end, index), (tags[name] ?? usual[name])?.(inner) ?? inner);
    end = index + whole.length;
  }
  return (
    <>
      {...parts}
      {text.slice(end)}
    </>
  );
}
