import type { VNode } from 'preact';

const marks: Readonly<Record<string, string>> = {
  measure: 'Σ',
  date: '◷',
  datetime: '◷',
  string: 'Aa',
  json: '{}',
  boolean: '◐',
};

/** The type of a field. Decorative: the name next to it is enough for screen readers. */
export function FieldIcon({ type }: { readonly type: string }): VNode {
  return (
    <span class={type === 'measure' ? 'te-type te-type-measure' : 'te-type'} aria-hidden="true">
      {marks[type] ?? '#'}
    </span>
  );
}
