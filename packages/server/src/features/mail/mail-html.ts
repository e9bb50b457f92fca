import { type Html, html, inlineStyle, webAddress } from '../../platform/render/html.ts';
import type { MailContent } from './mail-content.ts';
import type { MailColors, MailLook } from './mail-look.ts';
import { buttonStyle, mailPage } from './mail-page.ts';

/** A short message as HTML. */
export function mailHtml(content: MailContent, look: MailLook): string {
  const { title, text, action, facts = [], note } = content;
  const { brand, url, messages, light } = look;
  const css = styles(light);
  const body = html`<h1 style="${inlineStyle(css.title)}">${title}</h1>
<p style="${inlineStyle(css.text)}">${text}</p>
${action && html`<p style="${inlineStyle(css.actions)}"><a class="button" href="${webAddress(action.url)}" style="${inlineStyle(css.button)}">${action.label}</a></p>`}
${facts.length > 0 && factList(facts, css)}
${note && html`<p class="muted" style="${inlineStyle(css.note)}">${note}</p>`}
${action && linkToCopy(action.url, messages.copyLink, css)}`;
  const footer = html`${messages.footer({ tenant: brand })}<br><a class="muted" href="${webAddress(url.origin)}" style="${inlineStyle(css.home)}">${url.host}</a>`;
  return mailPage({ subject: content.subject, preview: text, body, footer, sheet: sheet(look) }, look);
}

const factList = (facts: NonNullable<MailContent['facts']>, css: Styles): Html =>
  html`<dl class="facts" style="${inlineStyle(css.facts)}">${facts.map(
    ([name, value]) =>
      html`<div style="${inlineStyle(css.fact)}"><dt class="muted" style="${inlineStyle(css.factName)}">${name}</dt><dd style="${inlineStyle(css.factValue)}"><bdi>${value}</bdi></dd></div>`,
  )}</dl>`;

const linkToCopy = (address: string, hint: string, css: Styles): Html =>
  html`<div class="copy" style="${inlineStyle(css.copy)}"><span class="muted">${hint}</span><br><a class="link" dir="ltr" href="${webAddress(address)}" style="${inlineStyle(css.link)}">${address}</a></div>`;

type Styles = ReturnType<typeof styles>;

const styles = (colors: MailColors) => {
  const { muted, line, track, link } = colors;
  return {
    title: 'margin:0 0 12px;font-size:23px;line-height:1.3;font-weight:650;letter-spacing:-0.01em',
    text: 'margin:0',
    actions: 'margin:28px 0 0',
    button: buttonStyle(colors),
    facts: `margin:28px 0 0;padding:6px 16px;background:${track};border-radius:9px;font-size:14px`,
    fact: 'padding:7px 0',
    factName: `display:inline-block;width:34%;margin:0;vertical-align:top;color:${muted}`,
    factValue: 'display:inline-block;width:65%;margin:0;vertical-align:top;overflow-wrap:anywhere',
    note: `margin:28px 0 0;font-size:14px;color:${muted}`,
    copy: `margin:24px 0 0;padding:20px 0 0;border-top:1px solid ${line};font-size:13px;color:${muted}`,
    link: `display:inline-block;margin-top:4px;color:${link};text-decoration:none;overflow-wrap:anywhere;word-break:break-all`,
    home: `color:${muted};text-decoration:underline`,
  };
};

const sheet = ({ dark }: MailLook): string => `
@media (max-width: 480px) {
  .facts dt, .facts dd { display: block !important; width: auto !important; }
}
@media (prefers-color-scheme: dark) {
  .facts { background: ${dark.track} !important; }
  .copy { border-color: ${dark.line} !important; }
}
`;
