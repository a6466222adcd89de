/** Texts of the page while no project is open. */
export const startTexts = {
  missing: (id: string) => `Project ${id} isn't in this browser. It was deleted, or the link is from another browser.`,
  title: 'What do you want to test?',
  text: 'Projects stay in this browser and in files that you save. No account, no server.',
  sample: {
    title: 'See it work',
    text: 'Run a sample project against an OpenID provider and an orders API inside this browser. Works offline.',
    action: 'Try the sample',
  },
  own: {
    title: 'Your own API',
    text: 'Enter a URL, how it is protected, and one request. Assay creates a project that is ready to run.',
    action: 'Test your own API',
    empty: 'New project',
  },
  open: {
    title: 'Your existing tests',
    text: 'Open a project file, or import OpenAPI, Postman, Bruno, Insomnia, Hoppscotch, SoapUI, HAR or cURL. You can also drop a file on this window.',
    action: 'Open .aprj…',
    import: 'Import…',
  },
  assistant: 'Or describe what to test:',
  askAssistant: 'Ask the assistant',
  recent: 'Recent projects',
  opened: (when: string) => `opened ${when}`,
} as const
