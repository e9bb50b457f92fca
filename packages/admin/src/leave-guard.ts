export { forget, heldBack, isUnsaved, leave } from '@inlay/ui/leave-guard';
