import type { ComponentChildren, VNode } from 'preact';

interface RichProps<Name extends string> {
  /** With an argument for each part. */
  readonly text: (values: Readonly<Record<Name, string>>) => string;
  readonly parts: Readonly<Record<Name, ComponentChildren>>;
}

/** A message with elements as its arguments, so that each language places them where its grammar wants them. */
export function Rich<Name extends string>({ text, parts }: RichProps<Name>): VNode {
  const names = Object.keys(parts) as Name[];
  const marks = Object.fromEntries(names.map((name) => [name, `\0${name}\0`])) as Record<Name, string>;
  return (
    <>
      {text(marks)
        .split('\0')
        .map((piece, index) => (index % 2 === 0 ? piece : parts[piece as Name]))}
    </>
  );
}
