/**
 * Whether the focused element was removed. A frame without focus must not take it from its host page.
 */
export const isFocusLost = (): boolean => document.hasFocus() && document.activeElement === document.body;
