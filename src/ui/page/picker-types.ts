/** The options of a browser's file picker. */
export const pickerTypes = (accept: string) => [
  { description: accept, accept: { 'application/json': accept.split(',').map((part) => part.trim() as `.${string}`) } },
]
