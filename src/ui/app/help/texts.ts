/** Texts of the help. */
export const helpTexts = {
  title: 'Help',
  pages: 'Pages',
  keys: 'List of keys',
  loading: 'Loading…',
  failed: (reason: string) => `This page could not be loaded: ${reason}`,
}
