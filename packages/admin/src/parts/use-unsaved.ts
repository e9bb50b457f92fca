export { PlaceContext, useLeave, useUnsaved } from '@inlay/ui/use-unsaved';
