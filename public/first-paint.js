// Runs before anything is painted (a policy without inline scripts leaves no shorter way): the theme that was chosen, and whether
// the start screen that stands in index.html is what will be shown here. The keys are those of src/ui/app/theme.ts and src/ui/page/known-here.ts.
try {
  const { dataset, classList } = document.documentElement
  const theme = localStorage.getItem('assay.theme')
  if (theme) dataset.theme = theme
  if (localStorage.getItem('assay.known') || location.hash.length > 1) classList.add('known-here')
} catch {
  // Storage is refused here: the system's theme, and the start screen.
}
