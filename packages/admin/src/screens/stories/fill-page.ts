/**
 * Replaces the content of a frame with a page that the server rendered, without loading it: nothing flickers, and the
 * focus stays where it is. The frame becomes as tall as its content.
 */
export function fillPage(frame: HTMLIFrameElement, html: string): void {
  const { contentDocument: target, contentWindow } = frame;
  if (!target || !contentWindow) return;
  // The content security policy refuses style elements, even in a document that is only parsed.
  const [, css = ''] = /<style[^>]*>(.*?)<\/style>/s.exec(html) ?? [];
  const page = new DOMParser().parseFromString(html.replace(/<style[^>]*>.*?<\/style>/s, ''), 'text/html');
  for (const { name, value } of page.documentElement.attributes)
    target.documentElement.setAttribute(name, value);
  const [sheet = newSheet(contentWindow)] = target.adoptedStyleSheets;
  sheet.replaceSync(css);
  target.adoptedStyleSheets = [sheet];
  target.body.replaceChildren(...page.querySelectorAll('main'));
  fit(frame, target.body);
}

/** A style sheet belongs to the window that made it. */
const newSheet = (owner: Window) => new (owner as Window & typeof globalThis).CSSStyleSheet();

const observed = new WeakSet<Element>();

function fit(frame: HTMLIFrameElement, content: Element): void {
  const resize = () => {
    frame.style.height = `${Math.ceil(content.getBoundingClientRect().height)}px`;
  };
  resize();
  if (observed.has(content)) return;
  observed.add(content);
  new ResizeObserver(resize).observe(content);
}
