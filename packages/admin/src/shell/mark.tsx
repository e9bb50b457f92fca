import type { VNode } from 'preact';

export function Mark(): VNode {
  return (
    <svg class="mark" viewBox="0 0 16 16" width="24" height="24" aria-hidden="true">
      <rect width="16" height="16" rx="4" fill="var(--inlay-primary)" />
      <rect x="4" y="4" width="8" height="8" rx="1.5" fill="#fff" />
    </svg>
  );
}
