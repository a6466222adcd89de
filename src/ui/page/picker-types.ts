/** What a picker of the browser is reported. */
export const pickerTypes = (accept: string) => [
  { description: accept, accept: { 'application/json': accept.split(',').map((part) => part.trim() as `.${string}`) } },
]
