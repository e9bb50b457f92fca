/**
 * Whether the keyboard was here and what it was on is gone. A frame that nobody is in has nothing to lose, and must not
 * take the focus from its host page.
 */
export const isFocusLost = (): boolean => document.hasFocus() && document.activeElement === document.body;
