/** What a page needs that has nothing but a message; all else is the frame's own style. */
export const messageCss = `
body{margin:0;background:var(--inlay-surface);color:var(--inlay-text);font:14px/1.5 var(--inlay-font,system-ui,sans-serif)}
.inlay-message{display:grid;align-content:center;justify-items:center;min-height:200px;padding:24px;box-sizing:border-box;text-align:center}
.inlay-message h1{margin:0 0 4px;font-size:16px;line-height:24px;font-weight:600}
.inlay-message p{margin:0;max-width:36em;color:var(--inlay-text-muted)}
`.trim();
