import type { VNode } from 'preact';
import { CodeBlock } from '../../parts/code-block.tsx';

/** How an embed comes to wear a theme. */
export function WearIt({ name }: { readonly name: string }): VNode {
  return (
    <section class="card">
      <div>
        <h2>Wear it</h2>
        <p class="muted">
          Choose it in the settings of an app or an embed. A page may ask for it too, and its choice counts
          before theirs.
        </p>
      </div>
      <CodeBlock title="Script tag" code={`…/scripts/embedLauncher.js?id=…&token=…&theme=${name}`} />
      <CodeBlock title="On an embed that is open" code={`embed.setTheme('${name}');`} />
    </section>
  );
}
