import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import { Mark } from '../../shell/mark.tsx';
import css from './public.css?inline';

adoptStyles(css);

interface PublicPageProps {
  readonly title: string;
  /** Below the title. */
  readonly about?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of the pages beside the sign-in. When its title changes, the focus moves there, so that it is read out. */
export function PublicPage({ title, about, children }: PublicPageProps): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(title);
  useEffect(() => {
    document.title = title;
    if (title !== first.current) heading.current?.focus();
    first.current = title;
  }, [title]);
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {about && <p class="ui-muted">{about}</p>}
        {children}
      </div>
    </main>
  );
}
