import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface MessageFrameProps {
  /** A document of the server without `style` attributes. */
  readonly html: string;
  readonly title: string;
  readonly isDark: boolean;
  readonly isNarrow: boolean;
}

/** A message as a mail program shows it. It runs no script, loads nothing and opens no link. */
export function MessageFrame({ html, title, isDark, isNarrow }: MessageFrameProps): VNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!isLoaded || !frame.current) return undefined;
    return fillFrame(frame.current, html, isDark);
  }, [isLoaded, html, isDark]);
  return (
    <iframe
      ref={frame}
      class={`report-message${isNarrow ? ' narrow' : ''}`}
      title={title}
      srcdoc="<!doctype html><html><body></body></html>"
      sandbox="allow-same-origin"
      onLoad={() => setLoaded(true)}
    />
  );
}

const STYLE = /<style[^>]*>(.*?)<\/style>/gs;
const DARK = '(prefers-color-scheme: dark)';

/** The frame becomes as tall as the message. Returns a function that stops following its height. */
function fillFrame(frame: HTMLIFrameElement, html: string, isDark: boolean): (() => void) | undefined {
  const { contentDocument: target, contentWindow: owner } = frame;
  if (!target || !owner) return undefined;
  // The content security policy refuses style elements, even in a document that is only parsed.
  const page = new DOMParser().parseFromString(html.replaceAll(STYLE, ''), 'text/html');
  for (const link of page.querySelectorAll('a')) link.removeAttribute('href');
  const css = [...html.matchAll(STYLE)].map(([, rules = '']) => rules).join('\n');
  const sheet = newSheet(owner);
  // The colors are chosen in the dialog, not by the system.
  sheet.replaceSync(css.replaceAll(DARK, isDark ? 'all' : 'not all'));
  copyAttributes(page.documentElement, target.documentElement);
  copyAttributes(page.body, target.body);
  target.body.replaceChildren(...page.body.childNodes);
  target.adoptedStyleSheets = [sheet];
  target.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  return followHeight(frame, target.body);
}

function copyAttributes(from: Element, to: Element): void {
  for (const { name, value } of from.attributes) to.setAttribute(name, value);
}

/** A style sheet belongs to the window that made it. */
const newSheet = (owner: Window) => new (owner as Window & typeof globalThis).CSSStyleSheet();

/** Images are decoded after the message is shown, and its width can change. */
function followHeight(frame: HTMLIFrameElement, content: Element): () => void {
  const observer = new ResizeObserver(() => {
    frame.style.height = `${Math.ceil(content.getBoundingClientRect().height)}px`;
  });
  observer.observe(content);
  return () => observer.disconnect();
}
