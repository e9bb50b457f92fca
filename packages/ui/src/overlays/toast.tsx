import { signal } from '@preact/signals';
import type { VNode } from 'preact';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

const toasts = signal<readonly Toast[]>([]);
let count = 0;

/** Shows a message in a corner for a few seconds, and reads it out. */
export function showToast(text: string, tone: Toast['tone'] = 'good'): void {
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
    <div class="ui-toasts" role="status">
      {toasts.value.map(({ id, text, tone }) => (
        <div key={id} class={`ui-toast ui-toast-${tone}`}>
          {text}
        </div>
      ))}
    </div>
  );
}
