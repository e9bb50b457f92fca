import { type Html, html, inlineStyle, styleText, webAddress } from '../../platform/render/html.ts';
import type { MailContent } from './mail-content.ts';
import type { MailColors, MailLook } from './mail-look.ts';

/**
 * The one layout of our messages. Clients that drop the style element (some do for addresses of other providers) still
 * show the light version, because its styles are also attributes; the element adds dark mode and phones.
 */
export function mailHtml(content: MailContent, look: MailLook): string {
  const { title, text, action, facts = [], note } = content;
  const { brand, url, messages, language, direction, light } = look;
  const css = styles(light);
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${content.subject}</title>
<style>${styleText(sheet(look))}</style>
</head>
<body class="page" style="${inlineStyle(css.page)}">
<div style="${inlineStyle(HIDDEN)}">${text}</div>
<div class="frame" dir="${direction}" lang="${language}" style="${inlineStyle(css.frame)}">
<div class="brand" style="${inlineStyle(css.brand)}"><span class="mark" style="${inlineStyle(css.mark)}">&nbsp;</span>${brand}</div>
<div class="card" style="${inlineStyle(css.card)}">
<h1 style="${inlineStyle(css.title)}">${title}</h1>
<p style="${inlineStyle(css.text)}">${text}</p>
${action && html`<p style="${inlineStyle(css.actions)}"><a class="button" href="${webAddress(action.url)}" style="${inlineStyle(css.button)}">${action.label}</a></p>`}
${facts.length > 0 && factList(facts, css)}
${note && html`<p class="muted" style="${inlineStyle(css.note)}">${note}</p>`}
${action && linkToCopy(action.url, messages.copyLink, css)}
</div>
<div class="muted" style="${inlineStyle(css.footer)}">${messages.footer({ tenant: brand })}<br><a class="muted" href="${webAddress(url.origin)}" style="${inlineStyle(css.home)}">${url.host}</a></div>
</div>
</body>
</html>
`.toString();
}

const factList = (facts: NonNullable<MailContent['facts']>, css: Styles): Html =>
  html`<dl class="facts" style="${inlineStyle(css.facts)}">${facts.map(
    ([name, value]) =>
      html`<div style="${inlineStyle(css.fact)}"><dt class="muted" style="${inlineStyle(css.factName)}">${name}</dt><dd style="${inlineStyle(css.factValue)}"><bdi>${value}</bdi></dd></div>`,
  )}</dl>`;

const linkToCopy = (address: string, hint: string, css: Styles): Html =>
  html`<div class="copy" style="${inlineStyle(css.copy)}"><span class="muted">${hint}</span><br><a class="link" dir="ltr" href="${webAddress(address)}" style="${inlineStyle(css.link)}">${address}</a></div>`;

/** The preview in a list of messages. */
const HIDDEN = 'display:none;max-height:0;overflow:hidden;mso-hide:all';

const FONT =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans','Noto Sans Arabic',sans-serif";

type Styles = ReturnType<typeof styles>;

const styles = ({ page, surface, text, muted, line, track, accent, onAccent, link }: MailColors) => ({
  page: `margin:0;padding:0;background:${page};color:${text};font-family:${FONT};font-size:16px;line-height:1.55;-webkit-text-size-adjust:100%`,
  frame: 'max-width:560px;margin:0 auto;padding:40px 20px 48px',
  brand: `margin:0 4px 20px;font-size:16px;font-weight:600;color:${text}`,
  mark: `display:inline-block;width:12px;height:12px;margin-inline-end:10px;border-radius:4px;background:${accent};line-height:12px;font-size:1px;vertical-align:5px`,
  card: `padding:40px;background:${surface};border:1px solid ${line};border-radius:14px`,
  title: 'margin:0 0 12px;font-size:23px;line-height:1.3;font-weight:650;letter-spacing:-0.01em',
  text: 'margin:0',
  actions: 'margin:28px 0 0',
  button: `display:inline-block;padding:12px 22px;border-radius:9px;background:${accent};color:${onAccent};font-size:15px;line-height:20px;font-weight:600;text-decoration:none`,
  facts: `margin:28px 0 0;padding:6px 16px;background:${track};border-radius:9px;font-size:14px`,
  fact: 'padding:7px 0',
  factName: `display:inline-block;width:34%;margin:0;vertical-align:top;color:${muted}`,
  factValue: 'display:inline-block;width:65%;margin:0;vertical-align:top;overflow-wrap:anywhere',
  note: `margin:28px 0 0;font-size:14px;color:${muted}`,
  copy: `margin:24px 0 0;padding:20px 0 0;border-top:1px solid ${line};font-size:13px;color:${muted}`,
  link: `display:inline-block;margin-top:4px;color:${link};text-decoration:none;overflow-wrap:anywhere;word-break:break-all`,
  footer: `margin:24px 4px 0;font-size:13px;color:${muted}`,
  home: `color:${muted};text-decoration:underline`,
});

/** Dark mode and phones. Attributes have priority, unless a rule is important. */
const sheet = ({ dark }: MailLook): string => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .frame { padding: 24px 12px 32px !important; }
  .card { padding: 28px 22px !important; }
  .button { display: block !important; text-align: center !important; }
  .facts dt, .facts dd { display: block !important; width: auto !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.page} !important; color: ${dark.text} !important; }
  .brand { color: ${dark.text} !important; }
  .card { background: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .mark { background: ${dark.accent} !important; }
  .button { background: ${dark.accent} !important; color: ${dark.onAccent} !important; }
  .facts { background: ${dark.track} !important; }
  .copy { border-color: ${dark.line} !important; }
  .muted { color: ${dark.muted} !important; }
  .link { color: ${dark.link} !important; }
}
`;
