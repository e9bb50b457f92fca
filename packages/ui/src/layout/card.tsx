import type { ComponentChildren, VNode } from 'preact';

interface CardProps {
  readonly title: string;
  /** If it says more than the title, by which readers find the card. */
  readonly heading?: string;
  readonly text?: string | undefined;
  /** Beside the title. */
  readonly action?: ComponentChildren;
  readonly id?: string | undefined;
  readonly children?: ComponentChildren;
}

/** A part of a screen with a title of its own. */
export function Card({ title, heading = title, text, action, id, children }: CardProps): VNode {
  return (
    <section class="ui-card" aria-label={title} id={id}>
      <div class="ui-card-head">
        <div>
          <h2>{heading}</h2>
          {text && <p class="ui-muted">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
