import type { VNode } from 'preact';
import { CopyButton } from '../controls/copy-button.tsx';

interface CodeBlockProps {
  readonly code: string;
  readonly title: string;
}

export function CodeBlock({ code, title }: CodeBlockProps): VNode {
  return (
    <figure class="ui-code">
      <figcaption>
        <span>{title}</span>
        <CopyButton text={code} name={title} />
      </figcaption>
      {/* A long line scrolls, so the keyboard must reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section has no lines of its own */}
      <pre tabIndex={0} role="region" aria-label={title}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
