import type { ComponentChildren, VNode } from 'preact';

interface TableProps {
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A table in a frame; where it is too wide, it scrolls sideways. */
export function Table({ class: name, children }: TableProps): VNode {
  return (
    <div class="ui-table-box">
      <table class={name ? `ui-table ${name}` : 'ui-table'}>{children}</table>
    </div>
  );
}
