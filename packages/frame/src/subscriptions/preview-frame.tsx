import type { SubscriptionsMessages } from '@inlay/messages/subscriptions';
import type { VNode } from 'preact';
import { toMarkup } from '../tile/set-chart.ts';
import type { ReportPreview } from './data/subscriptions-api.ts';

interface PreviewFrameProps {
  readonly preview: ReportPreview;
  readonly messages: SubscriptionsMessages;
}

/**
 * A message as its recipient sees it. It runs no script and opens no link. Mail needs style attributes, which the policy
 * of the page forbids in markup, but not to its own script.
 */
export function PreviewFrame({ preview: { subject, html }, messages }: PreviewFrameProps): VNode {
  const show = ({ currentTarget: frame }: { readonly currentTarget: HTMLIFrameElement }) => {
    const shown = frame.contentDocument;
    if (!shown) return;
    for (const element of shown.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset.style ?? '';
    for (const link of shown.querySelectorAll('a')) link.removeAttribute('href');
    frame.style.height = `${shown.documentElement.scrollHeight}px`;
  };
  return (
    <>
      <p dir="auto">{messages.subject({ subject })}</p>
      <iframe
        class="inlay-subscriptions-preview"
        title={messages.preview}
        sandbox="allow-same-origin"
        srcdoc={toMarkup(withoutInlineStyle(html))}
        onLoad={show}
      />
    </>
  );
}

/** Its style sheets have the nonce of the page. */
function withoutInlineStyle(html: string): string {
  const nonce = document.querySelector<HTMLElement>('style[nonce],script[nonce]')?.nonce ?? '';
  return html
    .replaceAll(/(<[a-z][^<>]*?)\sstyle=(["'])/gi, '$1 data-style=$2')
    .replaceAll(/<style\b/gi, `<style nonce="${nonce}"`);
}
