import { isContentId } from '../mail/content-id.ts';

/**
 * Markup in which everything people wrote is escaped. Only this file makes it: the class is not exported, and its
 * private field keeps look-alikes from compiling, so a plain string is never taken for markup.
 */
class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type { Html };

/** Strings are escaped, markup stays as it is, lists are joined, and nothing renders nothing. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/**
 * The one way to write markup. Values stand between tags or inside a double-quoted attribute; everything else in a tag
 * comes from `attributes`. `test/html-templates.test.ts` checks where values stand (ADR 262).
 *
 * @example html`<h1 title="${title}">${title}</h1>${isLong && html`<p>${text}</p>`}`
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? '';
  for (let index = 0; index < values.length; index += 1)
    text += textOf(values[index]) + (strings[index + 1] ?? '');
  return new Html(text);
}

function textOf(value: HtmlValue): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (value instanceof Html) return value.toString();
  if (value === null || value === undefined || value === false) return '';
  return Array.isArray(value) ? value.map(textOf).join('') : escapeHtml(String(value));
}

/** Attributes with a space before each. `true` writes the name alone; `false` and `undefined` write nothing. */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): Html {
  let text = '';
  for (const name in values) {
    const value = values[name];
    if (value === true) text += ` ${name}`;
    else if (value !== undefined && value !== false) text += ` ${name}="${textOf(value)}"`;
  }
  return new Html(text);
}

/** JSON for the inside of a `<script>`: neither a tag nor a comment can begin in it. */
export function scriptJson(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

/** A style sheet for the inside of a `<style>`: it cannot end the element, and `\/` is a slash in CSS. */
export function styleText(css: string): Html {
  return new Html(css.replaceAll('</', '<\\/'));
}

/** What would let a declaration load a file, end the style or hide in an escape. */
const NOT_PLAIN_CSS = /[{}<>\\@]|\/\*|url\s*\(|expression\s*\(|javascript:/i;

/** Declarations for a `style` attribute, for email alone: its clients drop style sheets. They cannot load anything. */
export function inlineStyle(declarations: string): string {
  if (NOT_PLAIN_CSS.test(declarations))
    throw new TypeError('Inline styles must not contain URLs, comments, escapes or braces.');
  return declarations;
}

/** The address of a link that leads out of a page: one of the web, never a script. */
export function webAddress(address: string): string {
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('Links must use http or https.');
  return href;
}

/** The address of a part of the same email (RFC 2392), for images: nothing is loaded from elsewhere. */
export function contentAddress(contentId: string): string {
  if (!isContentId(contentId)) throw new TypeError('This is not the content id of an attachment.');
  return `cid:${contentId}`;
}

/** The address of an image that the markup itself contains: nothing is loaded. */
export function pngAddress(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}

/**
 * Asserts that this string is markup already and holds nothing unescaped: the output of another renderer.
 * `test/html-templates.test.ts` lists the files that may call it.
 */
export function trustedHtml(text: string): Html {
  return new Html(text);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const special = /[&<>"']/;

/** Most text has nothing to escape, which a test finds several times faster than a replacement. */
function escapeHtml(text: string): string {
  if (!special.test(text)) return text;
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
