import { EditorView } from '@codemirror/view';

/** A text for screen readers, inside of the shadow root: descriptions cannot refer to what is outside. */
export function hiddenText(id: string): HTMLElement {
  const element = document.createElement('span');
  element.id = id;
  Object.assign(element.style, {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  });
  return element;
}

/** Looks like the text fields around it. */
export const editorLook = (dark: boolean, rows: number) =>
  EditorView.theme(
    {
      '&': {
        border: '1px solid var(--inlay-control-line)',
        borderRadius: '8px',
        background: 'var(--inlay-surface)',
        color: 'var(--inlay-text)',
        fontSize: '14px',
      },
      '&.cm-focused': { outline: '2px solid var(--inlay-accent)', outlineOffset: '-1px' },
      '.cm-scroller': {
        fontFamily: 'inherit',
        lineHeight: '24px',
        minHeight: rows === 1 ? 'auto' : `${rows * 24 + 14}px`,
        maxHeight: '420px',
        overflow: 'auto',
      },
      // Without a minimum of its own, so that a long chip is cut instead of the text around it.
      '.cm-content': { padding: rows === 1 ? '3px 0' : '7px 0', minHeight: 'inherit', minWidth: '0' },
      '.cm-line': { padding: '0 10px' },
      '.cm-cursor': { borderLeftColor: 'var(--inlay-text)' },
      '.chip': {
        boxSizing: 'border-box',
        display: 'inline-block',
        maxWidth: '100%',
        margin: '0 1px',
        padding: '0 7px',
        borderRadius: '6px',
        font: 'inherit',
        fontSize: '13px',
        lineHeight: '20px',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
        cursor: 'pointer',
        border: '1px solid transparent',
      },
      '.chip strong': { fontWeight: '600', fontVariantNumeric: 'tabular-nums' },
      '.chip-value': { background: 'color-mix(in srgb, var(--inlay-accent) 13%, var(--inlay-surface))' },
      '.chip-absent': { background: 'var(--inlay-warning-soft)' },
      '.chip-block': {
        background: 'var(--inlay-track)',
        borderColor: 'var(--inlay-control-line)',
        color: 'var(--inlay-text-muted)',
      },
      '.chip-bad': {
        background: 'color-mix(in srgb, var(--inlay-bad) 12%, var(--inlay-surface))',
        borderColor: 'var(--inlay-bad)',
      },
      '.chip-chosen': { outline: '2px solid var(--inlay-accent)' },
      '.wrong': { textDecoration: 'underline wavy var(--inlay-bad)', textUnderlineOffset: '3px' },
      '.cm-tooltip.cm-tooltip-autocomplete': {
        background: 'var(--inlay-surface)',
        color: 'var(--inlay-text)',
        border: '1px solid var(--inlay-grid)',
        borderRadius: '10px',
        boxShadow: '0 8px 24px rgb(15 20 30 / 0.12)',
        overflow: 'hidden',
      },
      '.cm-tooltip.cm-tooltip-autocomplete > ul': {
        fontFamily: 'inherit',
        fontSize: '13px',
        maxHeight: '264px',
        minWidth: 'min(320px, 90vw)',
        maxWidth: 'min(460px, 94vw)',
        padding: '4px',
      },
      '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
        display: 'flex',
        alignItems: 'baseline',
        gap: '8px',
        padding: '5px 8px',
        borderRadius: '6px',
        lineHeight: '20px',
      },
      '.cm-tooltip-autocomplete ul li[aria-selected]': {
        background: 'var(--inlay-track)',
        color: 'var(--inlay-text)',
      },
      '.cm-completionLabel': { overflow: 'hidden', textOverflow: 'ellipsis' },
      '.cm-completionDetail': {
        flex: '1',
        minWidth: '40px',
        margin: '0',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        color: 'var(--inlay-text-muted)',
        fontSize: '12px',
        fontStyle: 'normal',
      },
      '.cm-tooltip-autocomplete li strong': { fontWeight: '600', fontVariantNumeric: 'tabular-nums' },
      '@media (forced-colors: active)': {
        '.chip': { borderColor: 'CanvasText' },
        '.chip-chosen, .cm-tooltip-autocomplete ul li[aria-selected]': { outline: '2px solid Highlight' },
      },
    },
    { dark },
  );
