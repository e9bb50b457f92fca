import { adoptStyles } from '../../../parts/page/adopt-styles.ts';
import css from './providers.css?inline';

adoptStyles(css);
