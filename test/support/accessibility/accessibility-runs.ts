import type { AccessibilityRun } from './accessibility-run.ts';
import { axe } from './runs/axe.ts';
import { contrast } from './runs/contrast.ts';
import { forcedColors } from './runs/forced-colors.ts';
import { keyboard } from './runs/keyboard.ts';
import { language } from './runs/language.ts';
import { motion } from './runs/motion.ts';
import { textSpacing } from './runs/text-spacing.ts';
import { zoom } from './runs/zoom.ts';

/** In the order of the report. */
export const accessibilityRuns: readonly AccessibilityRun[] = [
  axe,
  keyboard,
  zoom,
  textSpacing,
  contrast,
  forcedColors,
  motion,
  language,
];
