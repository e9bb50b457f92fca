export { canonical } from '@inlay/ui/form/canonical';
