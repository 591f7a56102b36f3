// Before the first paint: whoever chose dark should not be shown a white page first.
const chosen = localStorage.getItem('theme');
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
