import type { NewIdentityProvider } from '@inlay/protocol/identity-provider';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { FieldProps } from '@inlay/ui/form/use-form';

/** The settings that providers of every protocol have. Changes may have any of them. */
type SharedSettings = Partial<Pick<NewIdentityProvider, keyof NewIdentityProvider>>;

type BindField<Name extends keyof SharedSettings> = (
  name: Name,
  options?: { readonly label?: string; readonly required?: boolean },
) => FieldProps<SharedSettings[Name]>;

/** What the form of each protocol has in common, for the steps that all of them have. */
export interface SharedForm {
  readonly values: SharedSettings;
  readonly problems: readonly FieldProblem[];
  readonly field: BindField<'name'> &
    BindField<'logo'> &
    BindField<'createUsers'> &
    BindField<'linkByEmail'> &
    BindField<'usernameClaim'> &
    BindField<'roles'> &
    BindField<'groups'> &
    BindField<'workspaces'>;
}
