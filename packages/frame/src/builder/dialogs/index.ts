export { ConflictDialog } from './conflict-dialog.tsx';
export { RemovalDialog } from './removal-dialog.tsx';
export { ShareDialog } from './share-dialog.tsx';
export { TransitionDialog } from './transition-dialog.tsx';
export { VersionsDialog } from './versions-dialog.tsx';
