import './page.css?again';
import './interaction.css';
import './builder/builder.css';
// One file compresses better than two.
import '@inlay/editor/fields.css';
import '@inlay/editor/tile-editor.css';

export { takeOver } from './builder/take-over.tsx';
