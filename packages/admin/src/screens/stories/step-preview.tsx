import type { StoryContent, StoryStep } from '@inlay/content/story';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { asApiError } from '../../api/api-error.ts';
import { formatLocale, useMessages } from '../../messages.ts';
import { isDark } from '../../shell/theme.ts';
import { HiddenContent, type PreviewAs } from '../content/preview-as.tsx';
import { finishStory, stepProblem } from './story-work.ts';

interface StepPreviewProps {
  readonly appId: string;
  readonly story: StoryContent;
  readonly step: StoryStep;
  /** Of the step, from 1. */
  readonly number: number;
  readonly as: PreviewAs;
}

/** Long enough that a word is typed in one request. */
const PAUSE_MS = 250;

/** The step on current data, as the page that the server renders for viewers. */
export function StepPreview({ appId, story, step, number, as }: StepPreviewProps): VNode {
  const { preview: t, problems, steps } = useMessages('content').stories;
  const box = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [width, setWidth] = useState(0);
  const [isLoaded, setLoaded] = useState(false);
  const [filled, setFilled] = useState<{ readonly context: PreviewAs['context'] }>();
  const [failure, setFailure] = useState<string>();
  const { context } = as;
  const hiddenBy = as.hiddenBy() ?? as.hiddenBy(step.id);
  const isHidden = hiddenBy !== undefined;
  // The page of another user is never displayed beside this one's name.
  const isFilled = filled !== undefined && filled.context === context;
  const [finished] = finishStory({ title: '…', steps: [step] }).steps as [StoryStep];
  const titled = { ...finished, title: step.title.trim() === '' ? steps.untitled : step.title };
  const problem = stepProblem(titled, number, problems);
  const body = {
    appId,
    content: { title: '…', steps: step.summary ? [titled, ...summed(story, step, problems)] : [titled] },
    ...(context && { context }),
    lang: formatLocale(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    theme: isDark() ? 'dark' : 'light',
    width,
  };
  const request = JSON.stringify(body);

  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (isHidden || !isFilled) frame.current?.contentDocument?.body?.replaceChildren();
  }, [isHidden, isFilled]);
  useEffect(() => {
    if (!isLoaded || width < 120 || problem !== undefined || isHidden) return undefined;
    const control = new AbortController();
    const render = async () => {
      try {
        const { html } = await api.post('/stories/preview', { body, signal: control.signal });
        if (control.signal.aborted || !frame.current) return;
        fillPage(frame.current, html);
        setFilled({ context });
        setFailure(undefined);
      } catch (error) {
        if (!control.signal.aborted) setFailure(asApiError(error).message);
      }
    };
    const timer = setTimeout(render, isFilled ? PAUSE_MS : 0);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [request, isLoaded, problem, isHidden]);

  const reason = problem ?? failure;
  return (
    <section ref={box} class="ui-box step-preview" aria-label={t.title}>
      {isHidden && (
        <div class="te-empty">
          <HiddenContent reason={hiddenBy} />
        </div>
      )}
      {/* Without scripts: only its markup and style are displayed. */}
      <iframe
        ref={frame}
        title={t.title}
        srcdoc="<!doctype html><html><body></body></html>"
        sandbox="allow-same-origin allow-popups"
        hidden={!isFilled || isHidden}
        onLoad={() => setLoaded(true)}
      />
      {!step.narrative && !step.tiles && !isHidden && <p class="ui-muted">{t.empty}</p>}
      <p class="step-preview-note" role="status">
        {reason !== undefined && !isHidden && (isFilled ? t.failed({ reason }) : t.unavailable({ reason }))}
      </p>
    </section>
  );
}

/** What a summary lists of the other steps, as far as they can be rendered: their texts, without charts. */
function summed(
  story: StoryContent,
  summary: StoryStep,
  problems: Parameters<typeof stepProblem>[2],
): readonly StoryStep[] {
  return finishStory(story)
    .steps.filter((step, at) => step.id !== summary.id && stepProblem(step, at + 1, problems) === undefined)
    .map(({ tiles: _, chart: __, narrative: ___, source: ____, ...step }) => step);
}

/**
 * Replaces the content of a frame with a page that the server rendered, without loading it: nothing flickers, and the
 * focus stays where it is. The frame becomes as tall as its content.
 */
function fillPage(frame: HTMLIFrameElement, html: string): void {
  const { contentDocument: target, contentWindow } = frame;
  if (!target || !contentWindow) return;
  // The content security policy refuses style elements, even in a document that is only parsed.
  const [, css = ''] = /<style[^>]*>(.*?)<\/style>/s.exec(html) ?? [];
  const page = new DOMParser().parseFromString(html.replace(/<style[^>]*>.*?<\/style>/s, ''), 'text/html');
  for (const { name, value } of page.documentElement.attributes)
    target.documentElement.setAttribute(name, value);
  const [sheet = newSheet(contentWindow)] = target.adoptedStyleSheets;
  sheet.replaceSync(css);
  target.adoptedStyleSheets = [sheet];
  target.body.replaceChildren(...page.querySelectorAll('main'));
  fit(frame, target.body);
}

/** A style sheet belongs to the window that made it. */
const newSheet = (owner: Window) => new (owner as Window & typeof globalThis).CSSStyleSheet();

const observed = new WeakSet<Element>();

function fit(frame: HTMLIFrameElement, content: Element): void {
  const resize = () => {
    frame.style.height = `${Math.ceil(content.getBoundingClientRect().height)}px`;
  };
  resize();
  if (observed.has(content)) return;
  observed.add(content);
  new ResizeObserver(resize).observe(content);
}
