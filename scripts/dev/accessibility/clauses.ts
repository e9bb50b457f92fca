import type { Level } from './conformance.ts';

/** A clause of EN 301 549 V3.2.1 other than those of web pages, which are the success criteria. */
export interface Clause {
  readonly number: string;
  readonly name: string;
  /** Decided by the runs if there is none. */
  readonly level?: Level;
  readonly remark: string;
}

/** As the annex for web content lists them, and the chapters that do not apply. */
export const clauses: readonly Clause[] = [
  {
    number: '5.2',
    name: 'Activation of accessibility features',
    level: 'Not evaluated',
    remark: 'Preferences of the system and the browser are followed; there is nothing to activate.',
  },
  { number: '5.3', name: 'Biometrics', level: 'Not applicable', remark: 'There are none.' },
  {
    number: '5.4',
    name: 'Preservation of accessibility information during conversion',
    level: 'Not evaluated',
    remark: 'Exported SVG files keep names and descriptions of charts. PDF and XLSX files were not examined.',
  },
  {
    number: '6',
    name: 'ICT with two-way voice communication',
    level: 'Not applicable',
    remark: 'There is none.',
  },
  { number: '7', name: 'ICT with video capabilities', level: 'Not applicable', remark: 'There are none.' },
  { number: '8', name: 'Hardware', level: 'Not applicable', remark: 'The product is software.' },
  {
    number: '9.6',
    name: 'WCAG conformance requirements',
    level: 'Not evaluated',
    remark: 'Full pages are examined, but the host page of an embed is not part of the product.',
  },
  {
    number: '10',
    name: 'Non-web documents',
    level: 'Not evaluated',
    remark: 'Exported PDF and XLSX files. The same data is on the page, and CSV files have it as text.',
  },
  {
    number: '11.1–11.6',
    name: 'Software',
    level: 'Not evaluated',
    remark: 'The user interface is web pages. The command line, which writes text, was not examined.',
  },
  {
    number: '11.7',
    name: 'User preferences',
    remark: 'Color scheme, forced colors, motion and the size of text follow the system and the browser.',
  },
  {
    number: '11.8.2',
    name: 'Accessible content creation',
    level: 'Not evaluated',
    remark:
      'Charts get names, descriptions and tables without the author’s help; titles are required, and contrast is checked in themes.',
  },
  {
    number: '11.8.3',
    name: 'Preservation of accessibility information in transformations',
    level: 'Not evaluated',
    remark: '',
  },
  {
    number: '11.8.4',
    name: 'Repair assistance',
    level: 'Not evaluated',
    remark: 'The theme editor proposes a readable color next to one that lacks contrast.',
  },
  { number: '11.8.5', name: 'Templates', level: 'Not evaluated', remark: '' },
  {
    number: '12.1.1',
    name: 'Accessibility and compatibility features',
    level: 'Supports',
    remark: 'This page, and the shortcuts that the admin app lists with the key `?`.',
  },
  {
    number: '12.1.2',
    name: 'Accessible documentation',
    remark: 'The documentation is part of the runs.',
  },
  {
    number: '12.2',
    name: 'Support services',
    level: 'Not applicable',
    remark: 'Operators of an instance give support.',
  },
  { number: '13', name: 'Relay and emergency services', level: 'Not applicable', remark: 'There are none.' },
];
