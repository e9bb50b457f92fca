/**
 * Runs in the page of the sign-in before the app is there. Its source is written into that page: it may use nothing but
 * what the browser has.
 */
export function beforeApp(): void {
  const theme = localStorage.getItem('inlay-theme');
  if (theme) document.documentElement.dataset.inlayTheme = theme;
  const host = document.querySelector('[data-host]');
  if (host) host.textContent = location.host;
  // A browser would send the form itself; it is held until the app can.
  const form = document.forms[0];
  if (!form) return;
  form.onsubmit = (event) => {
    event.preventDefault();
    form.dataset.held = '';
    event.submitter?.setAttribute('aria-busy', 'true');
  };
}

/** The app takes the form over; what was sent meanwhile is sent now. */
export function takeForm(form: HTMLFormElement): void {
  form.onsubmit = null;
  if (form.dataset.held === undefined) return;
  delete form.dataset.held;
  form.requestSubmit();
}
