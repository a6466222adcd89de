/** Texts of Browser & automation, which is loaded with the grants that have it. */
export const automationTexts = {
  titles: {
    automation: 'Browser & automation',
  },
  labels: {
    automationScript: 'Automation Script',
    headlessMode: 'Headless Mode',
  },
  edits: {
    changeAutomation: 'Change automation',
    changeHeadlessMode: 'Change headless mode',
  },
  scriptOn: "The script fills in the provider's sign-in form.",
  scriptOff: 'off: you sign in yourself',
  headlessNote: 'only with the script on',
  editScript: 'Edit automation script',
  actions: (n: number) => (n === 0 ? 'no actions yet' : n === 1 ? '1 action' : `${n} actions`),
} as const
