// Before the first paint: the chosen theme (theme.ts), and whether the start screen in index.html is shown (remember-use.ts).
try {
  const { dataset, classList } = document.documentElement
  const theme = localStorage.getItem('assay.theme')
  if (theme) dataset.theme = theme
  if (localStorage.getItem('assay.known') || location.hash.length > 1) classList.add('known-here')
} catch {
  // Storage is refused.
}
