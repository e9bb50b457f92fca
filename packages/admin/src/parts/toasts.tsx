import { signal } from '@preact/signals';
import type { VNode } from 'preact';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

const toasts = signal<readonly Toast[]>([]);
let count = 0;

/** Tells in a corner, and to screen readers, what has just happened. */
export function say(text: string, tone: Toast['tone'] = 'good'): void {
  count += 1;
  const id = count;
  toasts.value = [...toasts.value, { id, text, tone }];
  const seconds = tone === 'bad' ? 10 : 5;
  setTimeout(() => {
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
  }, seconds * 1000);
}

export function Toasts(): VNode {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text, tone }) => (
        <div key={id} class={`toast toast-${tone}`}>
          {text}
        </div>
      ))}
    </div>
  );
}
