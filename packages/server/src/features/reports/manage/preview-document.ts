import type { MessagePreview } from '@inlay/content/subscription';
import type { MailMessage } from '../../../platform/mail/mail-message.ts';

/**
 * An email as a document that a page can show in a frame, whose content security policy allows neither `style` attributes
 * nor anything to be loaded: styles become rules, and images data URLs.
 */
export function previewDocument({ subject, html, attachments = [] }: MailMessage): MessagePreview {
  const images = new Map(
    attachments.flatMap(({ cid, contentType, content }) =>
      cid === undefined ? [] : [[cid, `data:${contentType};base64,${content.toString('base64')}`] as const],
    ),
  );
  const withImages = html.replaceAll(
    /(?<=\s(?:src|srcset)=")cid:(?<cid>[\w.@-]+)(?=")/g,
    (_, cid: string) => images.get(cid) ?? 'data:,',
  );
  return { subject, html: withRules(withImages) };
}

/** Text between tags has no quotes: it is escaped, so that what looks like an attribute is one. */
function withRules(html: string): string {
  const classes = new Map<string, string>();
  const written = html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => {
    const style = / style="(?<style>[^"]*)"/.exec(tag)?.groups?.style;
    if (style === undefined) return tag;
    const name = classes.getOrInsertComputed(style, () => `s${classes.size}`);
    const rest = tag.replace(` style="${style}"`, '');
    return rest.includes(' class="')
      ? rest.replace(' class="', ` class="${name} `)
      : rest.replace(/^<[a-z][a-z0-9]*/i, (start) => `${start} class="${name}"`);
  });
  const rules = [...classes].map(([style, name]) => `.${name}{${unescaped(style)}}`).join('\n');
  // Before those of the message, which have priority over attributes only where they are important.
  return written.includes('<head>')
    ? written.replace('<head>', () => `<head><style>${rules}</style>`)
    : `<style>${rules}</style>${written}`;
}

/** In an attribute, quotes of font names are escaped; in a style sheet they are not. `inlineStyle` allows no `<`. */
const unescaped = (style: string) => style.replaceAll('&#39;', "'").replaceAll('&quot;', '"');
