import './page.css?again';
import './interaction.css';
import './builder/builder.css';

export { takeOver } from './builder/take-over.tsx';
