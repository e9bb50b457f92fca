import { contentAddress, type Html, html, inlineStyle, styleText } from '../../platform/render/html.ts';
import type { MailLogo } from './mail-logo.ts';
import type { MailColors, MailLook } from './mail-look.ts';

interface MailPage {
  readonly subject: string;
  /** The preview in a list of messages. */
  readonly preview: string;
  /** In the card. */
  readonly body: Html;
  /** Below it. */
  readonly footer: Html;
  /** Dark mode and phones, for what is in the card. Attributes have priority, unless a rule is important. */
  readonly sheet: string;
  /** The width of the frame on a large screen, in CSS pixels. */
  readonly width?: number;
}

type PageLook = Pick<MailLook, 'brand' | 'logo' | 'language' | 'direction' | 'light' | 'dark'>;

/**
 * The one layout of our messages. Clients that drop the style element (some do for addresses of other providers) still
 * show the light version, because its styles are also attributes; the element adds dark mode and phones.
 */
export function mailPage(
  { subject, preview, body, footer, sheet, width = 560 }: MailPage,
  look: PageLook,
): string {
  const { brand, logo, language, direction, light } = look;
  const css = pageStyles(light, width);
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${styleText(frameSheet(look) + sheet)}</style>
</head>
<body class="page" style="${inlineStyle(css.page)}">
<div style="${inlineStyle(HIDDEN)}">${preview}</div>
<div class="frame" dir="${direction}" lang="${language}" style="${inlineStyle(css.frame)}">
<div class="brand" style="${inlineStyle(css.brand)}">${logo ? logoHtml(logo, brand, css) : html`<span class="mark" style="${inlineStyle(css.mark)}">&nbsp;</span>${brand}`}</div>
<div class="card" style="${inlineStyle(css.card)}">
${body}
</div>
<div class="muted" style="${inlineStyle(css.footer)}">${footer}</div>
</div>
</body>
</html>
`.toString();
}

const MAX_LOGO = { width: 200, height: 32 };

/** Sizes are attributes, because Outlook ignores those of styles. */
function logoHtml({ image, width, height }: MailLogo, brand: string, css: PageStyles): Html {
  const scale = Math.min(1, MAX_LOGO.width / width, MAX_LOGO.height / height);
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return html`<span class="plate" style="${inlineStyle(css.plate)}"><img src="${contentAddress(image.cid)}" width="${shownWidth}" height="${shownHeight}" alt="${brand}" style="${inlineStyle(css.logo)}"></span>`;
}

const HIDDEN = 'display:none;max-height:0;overflow:hidden;mso-hide:all';

const FONT =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans','Noto Sans Arabic',sans-serif";

type PageStyles = ReturnType<typeof pageStyles>;

const pageStyles = ({ page, surface, text, muted, line, accent }: MailColors, width: number) => ({
  page: `margin:0;padding:0;background:${page};color:${text};font-family:${FONT};font-size:16px;line-height:1.55;-webkit-text-size-adjust:100%`,
  frame: `max-width:${width}px;margin:0 auto;padding:40px 20px 48px`,
  brand: `margin:0 4px 20px;font-size:16px;font-weight:600;color:${text}`,
  mark: `display:inline-block;width:12px;height:12px;margin-inline-end:10px;border-radius:4px;background:${accent};line-height:12px;font-size:1px;vertical-align:5px`,
  plate: `display:inline-block;border-radius:8px;line-height:0`,
  logo: `display:block;border:0;max-width:100%;font-size:16px;line-height:1.3;color:${text}`,
  card: `padding:40px;background:${surface};border:1px solid ${line};border-radius:14px`,
  footer: `margin:24px 4px 0;font-size:13px;color:${muted}`,
});

/** The styles of a button that leads out of a message, of class `button`. */
export const buttonStyle = ({ accent, onAccent }: MailColors): string =>
  `display:inline-block;padding:12px 22px;border-radius:9px;background:${accent};color:${onAccent};font-size:15px;line-height:20px;font-weight:600;text-decoration:none`;

const frameSheet = ({ light, dark }: Pick<MailLook, 'light' | 'dark'>): string => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .frame { padding: 24px 12px 32px !important; }
  .card { padding: 28px 22px !important; }
  .button { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.page} !important; color: ${dark.text} !important; }
  .brand { color: ${dark.text} !important; }
  .card { background: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .plate { padding: 8px 12px !important; background: ${light.surface} !important; }
  .mark { background: ${dark.accent} !important; }
  .button { background: ${dark.accent} !important; color: ${dark.onAccent} !important; }
  .muted { color: ${dark.muted} !important; }
  .link { color: ${dark.link} !important; }
}
`;
