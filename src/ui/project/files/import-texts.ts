import { counted } from '#engine/base/counted.ts'

/** What the import of other tools' exports says. */
export const importTexts = {
  title: 'Import',
  intro:
    'Choose what another tool exported, drop it on this window, or paste it. It is read here, in your browser: nothing of it is executed, nothing is fetched.',
  chooseFile: 'Choose files…',
  chooseFolder: 'Choose folder…',
  paste: 'Or paste a cURL command, a collection or a document',
  pastePlaceholder: 'curl https://…',
  pasted: 'Pasted text',
  readPasted: 'Read pasted text',
  another: 'Choose others…',
  format: 'Format',
  auto: 'Detect automatically',
  reads: 'Formats that are read',
  reading: (name: string) => `Reading ${name}…`,
  stop: 'Stop',
  preview: 'Preview',
  source: (title: string, name: string) => `${title} · ${name}`,
  counts: ({ suites, cases, steps }: { suites: number; cases: number; steps: number }) =>
    [counted(suites, 'suite'), counted(cases, 'case'), counted(steps, 'step')].join(', '),
  extras: ({ apis, environments, variables, secrets }: Record<'apis' | 'environments' | 'variables' | 'secrets', number>) =>
    [
      apis > 0 ? counted(apis, 'API') : '',
      environments > 0 ? counted(environments, 'environment') : '',
      variables > 0 ? counted(variables, 'variable') : '',
      secrets > 0 ? `${counted(secrets, 'secret')} for the vault of this browser, not for the file` : '',
    ]
      .filter(Boolean)
      .join(', '),
  steps: (n: number) => counted(n, 'step'),
  moreCases: (n: number) => `and ${counted(n, 'more case')}`,
  leftOut: 'Left out',
  leftOutCount: (n: number) => `Left out: ${n}`,
  nothingLeftOut: 'Nothing was left out.',
  into: 'Into',
  newProject: 'A new project',
  openProject: 'A suite of this project',
  suite: 'Suite',
  cancel: 'Cancel',
  import: 'Import',
  edit: (name: string) => `Import ${name}`,
  done: (name: string) => `${name} was imported.`,
  readOnly: 'Another tab writes to this project: import into a new one.',
} as const
