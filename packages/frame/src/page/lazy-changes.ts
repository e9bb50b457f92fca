type ApplyTheme = typeof import('./apply-theme.ts').applyTheme;
type ChangeLanguage = typeof import('./change-language.ts').changeLanguage;

// Few hosts change the theme or the language of an open page.
export const applyTheme: ApplyTheme = async (...change) =>
  (await import('./apply-theme.ts')).applyTheme(...change);

export const changeLanguage: ChangeLanguage = async (...change) =>
  (await import('./change-language.ts')).changeLanguage(...change);
