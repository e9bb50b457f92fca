import type { FrameEvent } from '@inlay/protocol/frame-messages';
import { createFrame } from './create-frame.ts';
import { PATH, takeOwnScripts } from './find-own-scripts.ts';
import { followHeight } from './follow-height.ts';

/** Shows the embed that the address of a script tag asks for, right after that tag. */
function launch(script: HTMLScriptElement): void {
  const [instanceUrl = '', query] = script.src.split(PATH);
  const fields = new URLSearchParams(query);
  const height = fields.get('height');
  const frame = createFrame({
    instanceUrl,
    id: fields.get('id') ?? '',
    fields: () => [...fields],
    height,
    lazy: fields.get('loading') === 'lazy',
    onPort: (port) => {
      // Nothing is asked of this frame but to start, so that all it says is events.
      port.onmessage = ({ data: { event, detail } }: MessageEvent<FrameEvent>) => {
        if (event === 'resize' && (height || 'auto') === 'auto') resize(detail.height);
        if (event === 'ready') frame.title = detail.title;
      };
    },
  });
  const resize = followHeight(frame);
  // A page that begins with the tag has it in its head, where nothing shows.
  if (script.closest('head')) (document.body ?? document.documentElement).prepend(frame);
  else script.after(frame);
}

for (const script of takeOwnScripts()) launch(script);
