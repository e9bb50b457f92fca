import css from '@inlay/ui/forced-colors.css?inline';
import { adoptStyles } from '../parts/page/adopt-styles.ts';

adoptStyles(css);
