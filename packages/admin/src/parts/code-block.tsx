import type { VNode } from 'preact';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  readonly code: string;
  readonly title: string;
}

export function CodeBlock({ code, title }: CodeBlockProps): VNode {
  return (
    <figure class="code">
      <figcaption>
        <span>{title}</span>
        <CopyButton text={code} what={title} />
      </figcaption>
      {/* A long line scrolls, so the keyboard must reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <pre tabIndex={0} aria-label={title}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
