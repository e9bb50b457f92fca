/** For the box of a question: focuses its first button, which loses nothing, before another key is pressed. */
export const focusButton = (box: HTMLElement | null): void => box?.querySelector('button')?.focus();
