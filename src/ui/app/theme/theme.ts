import { createSignal } from 'solid-js'

/** Light or dark, or as the system says. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'assay.theme'

function kept(): Theme {
  try {
    const value = localStorage.getItem(key)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

const [theme, setSignal] = createSignal<Theme>(kept())

/** The chosen theme. */
export { theme }

/** Chooses a theme, keeps the choice and shows it at once. */
export function setTheme(next: Theme): void {
  setSignal(next)
  try {
    if (next === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, next)
  } catch (cause) {
    // The choice lasts until the page is closed: storage is refused here.
    if (!(cause instanceof DOMException)) throw cause
  }
  showTheme()
}

/** Puts the chosen theme on the document; tokens.css does the rest. */
export function showTheme(root: HTMLElement = document.documentElement): void {
  if (theme() === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme()
}
