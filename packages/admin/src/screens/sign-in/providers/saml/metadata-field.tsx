import { TextField } from '@inlay/ui/controls/text-field';
import type { FieldProps, Form } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';
import { FileChoice } from '../../../../parts/form/file-choice.tsx';

interface MetadataFieldProps {
  readonly form: Pick<Form<{ readonly metadata?: string }>, 'set' | 'refuse'>;
  readonly field: FieldProps<string>;
}

/** The metadata of a provider, pasted or from a file. */
export function MetadataField({ form, field }: MetadataFieldProps): VNode {
  const t = useMessages('providers').saml;
  // Browsers would cut off what is pasted without a word.
  const { maxLength = 0, ...unlimited } = field;
  const read = async (file: File) => {
    // A text of this length has as many bytes or more.
    if (file.size > maxLength) form.refuse([{ path: '/metadata', problem: t.tooLarge }]);
    else form.set({ metadata: await file.text() });
  };
  return (
    <div class="ui-stack-tight">
      <TextField {...unlimited} lines={8} mono hint={t.metadataHint} placeholder="<EntityDescriptor …>" />
      <div class="ui-row">
        <FileChoice
          label={t.choose}
          accept=".xml,application/xml,text/xml"
          onFile={(file) => void read(file)}
        />
      </div>
    </div>
  );
}
