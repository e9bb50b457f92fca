export function makeButton(
  properties: Partial<Pick<HTMLButtonElement, 'className' | 'textContent' | 'ariaLabel' | 'disabled'>>,
  onClick: () => void,
): HTMLButtonElement {
  const button = document.createElement('button');
  button.addEventListener('click', onClick);
  return Object.assign(button, { type: 'button', ...properties });
}
