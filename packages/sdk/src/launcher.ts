import type { FrameEvent } from '@inlay/protocol/frame-messages';
import { createFrame } from './create-frame.ts';
import { PATH, takeOwnScripts } from './find-own-scripts.ts';
import { followHeight } from './follow-height.ts';

/** Inserts the embed that the query of a script tag describes, right after the tag. */
function launch(script: HTMLScriptElement): void {
  const [baseUrl = '', query] = script.src.split(PATH);
  const fields = new URLSearchParams(query);
  const height = fields.get('height');
  const frame = createFrame({
    baseUrl,
    id: fields.get('id') ?? '',
    readFields: () => [...fields],
    frameHeight: height,
    lazy: fields.get('loading') === 'lazy',
    onPort: (port) => {
      // The launcher sends no request but `start`, so every message is an event.
      port.onmessage = ({ data: { event, detail } }: MessageEvent<FrameEvent>) => {
        if (event === 'resize' && (height || 'auto') === 'auto') resize(detail.height);
        if (event === 'ready') frame.title = detail.title;
      };
    },
  });
  const resize = followHeight(frame);
  // Nothing is visible in `<head>`, where a tag at the beginning of a page ends up.
  if (script.closest('head')) (document.body ?? document.documentElement).prepend(frame);
  else script.after(frame);
}

for (const script of takeOwnScripts()) launch(script);
