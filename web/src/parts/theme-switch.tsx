import { useState } from 'react';

type Theme = 'light' | 'dark';

/** Follows the system until the user chooses; `early-theme.js` applies the choice before the first paint. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(current);
  const other: Theme = theme === 'dark' ? 'light' : 'dark';
  const choose = (): void => {
    document.documentElement.dataset.theme = other;
    localStorage.setItem('theme', other);
    setTheme(other);
  };
  return (
    <button type="button" className="plain" onClick={choose}>
      {other === 'dark' ? 'Dark' : 'Light'}
      <span className="hidden"> colours</span>
    </button>
  );
}

function current(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
