// Runs in the browser unbuilt: the buttons of the simulated bank's payment page.
import { useControl } from './control.mjs';

document.addEventListener('submit', (event) => {
  if (event.target.dataset.control === undefined) return;
  event.preventDefault();
  void send(event.target);
});

async function send(form) {
  const buttons = document.querySelectorAll('button');
  for (const button of buttons) button.disabled = true;

  try {
    await useControl(form.dataset.control, Object.fromEntries(new FormData(form)));
    // The page shows the result of the last choice, so "declined" leaves the address.
    location.replace(location.pathname);
  } catch (error) {
    document.getElementById('said').textContent = error.message;
    for (const button of buttons) button.disabled = false;
  }
}
