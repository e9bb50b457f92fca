/** Text that is safe in HTML, in attributes too. */
export const text = (value) => String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
