/** Texts of the page while no project is open. */
export const startTexts = {
  missing: (id: string) => `There is no project ${id} in this browser. It was removed, or the address is from another browser.`,
  title: 'What do you want to test?',
  text: 'Projects stay in this browser, and in files that you save. No account, and no server of ours.',
  sample: {
    title: 'See it work',
    text: 'A provider and an API of orders answer inside this browser, offline too. Run six steps and read every message that gets the token.',
    action: 'Try the sample',
  },
  own: {
    title: 'Your own API',
    text: 'Three questions: where it is, how it is protected, and one request. They become a project with a case that runs.',
    action: 'Test your own API',
    empty: 'New project',
  },
  open: {
    title: 'What you have',
    text: 'A project file, or what other tools export: OpenAPI, Postman, Bruno, Insomnia, Hoppscotch, SoapUI, HAR, cURL. Dropping it on this window does it too.',
    action: 'Open .aprj…',
    import: 'Import…',
  },
  assistant: 'Or say what you want tested:',
  askAssistant: 'Ask the assistant',
  recent: 'Recent projects',
  opened: (when: string) => `opened ${when}`,
} as const
