import type { MessagePreview } from '@inlay/content/subscription';
import type { SubscriptionsMessages } from '@inlay/messages/subscriptions';
import type { VNode } from 'preact';
import { toMarkup } from '../tile/set-chart.ts';

interface PreviewFrameProps {
  readonly preview: MessagePreview;
  readonly messages: SubscriptionsMessages;
  readonly isEmail: boolean;
}

/** A message as its recipient sees it. It runs no script, loads nothing and opens no link. */
export function PreviewFrame({ preview: { subject, html }, messages, isEmail }: PreviewFrameProps): VNode {
  const show = ({ currentTarget: frame }: { readonly currentTarget: HTMLIFrameElement }) => {
    const shown = frame.contentDocument;
    if (!shown) return;
    for (const link of shown.querySelectorAll('a')) link.removeAttribute('href');
    frame.style.height = `${shown.documentElement.scrollHeight}px`;
  };
  return (
    <>
      {!isEmail && <p class="inlay-subscriptions-note">{messages.asEmail}</p>}
      <p dir="auto">{messages.subject({ subject })}</p>
      <iframe
        class="inlay-subscriptions-preview"
        title={messages.preview}
        sandbox="allow-same-origin"
        srcdoc={toMarkup(withNonce(html))}
        onLoad={show}
      />
    </>
  );
}

/** The policy of the page, which the frame inherits, allows style sheets with its nonce. */
function withNonce(html: string): string {
  const nonce = document.querySelector<HTMLElement>('style[nonce],script[nonce]')?.nonce ?? '';
  return html.replaceAll('<style', `<style nonce="${nonce}"`);
}
