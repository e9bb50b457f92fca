import type { AlertDryRun, NewSubscription } from '@inlay/content/subscription';
import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { refusalText } from '../data/refusal-text.ts';
import type { SubscriptionUi } from '../data/subscription-ui.ts';
import { dryRunTexts } from '../words/dry-run-texts.ts';
import { DryRunChart } from './dry-run-chart.tsx';

interface DryRunProps {
  readonly ui: SubscriptionUi;
  readonly body: NewSubscription;
  /** Whether the condition is complete. */
  readonly isReady: boolean;
}

/** Tries an alert on past data: when it would have fired, as a sentence, a list and a chart. */
export function DryRun({ ui, body, isReady }: DryRunProps): VNode {
  const { api, messages, lang, options } = ui;
  const [result, setResult] = useState<AlertDryRun | undefined>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const condition = JSON.stringify([body.alert, body.tileId, body.state]);
  // Another condition has other results.
  useEffect(() => {
    setResult(undefined);
    setProblem('');
  }, [condition]);

  const run = async () => {
    setBusy(true);
    setProblem('');
    try {
      setResult(await api.dryRun(body));
    } catch (error) {
      setResult(undefined);
      setProblem(refusalText(error, messages.failed));
    }
    setBusy(false);
  };
  const texts = result && dryRunTexts(result, messages, { lang, timeZone: options.timeZone });
  return (
    <div class="inlay-subscriptions-try">
      <Button disabled={!isReady} busy={isBusy} onClick={() => void run()}>
        {messages.dryRun}
      </Button>
      <div role="status">
        {texts && <p>{texts.sentence}</p>}
        {problem !== '' && <p class="ui-field-error">{problem}</p>}
      </div>
      {result && texts && (
        <>
          <DryRunChart checks={result.checks} alert={body.alert ?? undefined} />
          {texts.fired.length > 0 && (
            <ul>
              {texts.fired.map((text) => (
                <li key={text} dir="auto">
                  {text}
                </li>
              ))}
              {texts.more !== undefined && <li>{texts.more}</li>}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
